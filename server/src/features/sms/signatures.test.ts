import { expect, it } from 'vitest';
import { acsHeaders, canonicalQuery } from './aliyun.ts';
import { tc3Authorization } from './tencent.ts';

/** The examples of the providers' own documentation. */

it("signs as in Alibaba Cloud's example", () => {
  const query = canonicalQuery({
    RegionId: 'cn-shanghai',
    ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
  });
  const request = {
    host: 'ecs.cn-shanghai.aliyuncs.com',
    action: 'RunInstances',
    version: '2014-05-26',
    date: '2023-10-26T10:22:32Z',
    nonce: '3156853299f313e23d1673dc12e1703d',
    query,
  };
  expect(acsHeaders(request, 'YourAccessKeyId', 'YourAccessKeySecret').authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

it("escapes a query as Alibaba Cloud's signature requires", () => {
  expect(canonicalQuery({ b: "!'()*", a: '云 椅+~' })).toBe('a=%E4%BA%91%20%E6%A4%85%2B~&b=%21%27%28%29%2A');
});

it("signs as in Tencent Cloud's example", () => {
  const request = {
    host: 'cvm.tencentcloudapi.com',
    service: 'cvm',
    contentType: 'application/json; charset=utf-8',
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    timestamp: 1_551_113_065,
  };
  expect(tc3Authorization(request, 'ID', 'Gu5t9xGARNpq86cd98joQYCN3EXAMPLE')).toBe(
    'TC3-HMAC-SHA256 Credential=ID/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168',
  );
});
