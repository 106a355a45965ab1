import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pages, pageUrl } from '@recline/contract/pages';
import { demoCoupons } from '@recline/server/demo/demo';
import { isFillingYear } from '@recline/server/demo/history';
import { demoLogins, demoPasswords } from '@recline/server/demo/passwords';
import type { Server } from '@recline/server/main';
import type { Env } from '@recline/server/platform/env';
import { isLoopback } from '@recline/server/platform/hosts';
import { postgresPlace } from '@recline/server/platform/postgres/embedded';
import { toString as drawQrCode } from 'qrcode';
import { hasCrowd } from './demo-crowd.ts';

/** What `npm start` prints once everything runs. */

export interface Started {
  server: Server;
  env: Env;
  /** Of the simulated payment providers. */
  providerLines: string[];
  /** A free chair of the demo. */
  toTry: string | undefined;
  /** Where Vite serves the web app while it is developed. */
  devUrl: string | undefined;
}

export async function greeting(started: Started): Promise<string> {
  const { server, env, providerLines, devUrl } = started;
  const again = devUrl === undefined ? 'npm start' : 'npm run dev';
  const lines = [
    '',
    ...(devUrl === undefined ? [] : [`  Develop at:         ${devUrl}, where changes of the web app show at once`]),
    `  Recline is ready:   ${server.url}`,
    `  From a phone:       ${isReachable(env) ? server.publicUrl : `stop it, then: ${again} -- --phone`}`,
    `  The calls:          ${server.url}/api/docs`,
    `  Chairs connect to:  ${server.mqttUrl.replace(/\/\/.*@/, '//')}`,
    `  The data lives in:  ${await placeOfData(env)}`,
    ...providerLines,
    '',
    ...(env.DEMO ? await demoLines(started) : []),
    ...(isReachable(env) ? [await drawQrCode(phoneUrl(started), { type: 'terminal', small: true })] : []),
    '  Ctrl-C stops everything.',
    '',
  ];
  return lines.join('\n');
}

const isReachable = ({ HOST, PUBLIC_URL }: Env): boolean => PUBLIC_URL !== undefined || !isLoopback(HOST);

const chairPage = (url: string, deviceId: string): string => `${url}${pageUrl(pages.index, { deviceId })}`;

const phoneUrl = ({ server, toTry }: Started): string =>
  toTry === undefined ? server.publicUrl : chairPage(server.publicUrl, toTry);

async function demoLines({ server, env, toTry, devUrl = server.url }: Started): Promise<string[]> {
  const coupons = await demoCoupons(server.pool, new Date());
  const passwords = await demoPasswords(env.DATA_DIR);
  const managers = (['manager', 'global', 'home-only'] as const).map(
    (name) => `${name.padEnd(12)}${passwords[name].padEnd(15)}${demoLogins[name]}`,
  );
  return [
    '  Try this',
    ...(toTry ? [`    1  buy a massage     ${chairPage(devUrl, toTry)}`] : []),
    `    2  log in            as manager with the password ${passwords.manager}`,
    ...(hasCrowd(env) ? crowdLines : []),
    '',
    ...((await isFillingYear(server.pool, new Date()))
      ? ['  The demo has its last weeks; the year before them is filled in now, and a line says when it is there.', '']
      : []),
    ...managers.map((line, index) => `${(index === 0 ? '  Demo logins' : '').padEnd(20)}${line}`),
    '  As a guest          13800000001, with the code that appears below as "sms code"',
    ...coupons.slice(0, 4).map((coupon) => `  A coupon to try     ${coupon.no}`),
    '',
  ];
}

const crowdLines = [
  '    3  watch the number  on its first screen: simulated guests pay all day',
  '',
  '  Waiting for staff   complaints, and a refund that the sandbox refused: bin/recline payments refunds',
];

async function placeOfData(env: Env): Promise<string> {
  const usual = join(env.DATA_DIR, 'postgres');
  if (env.DATABASE_URL && env.DATABASE_URL !== (await embeddedUrl(usual))) return 'the database of DATABASE_URL';
  const place = await postgresPlace(usual);
  return place === usual ? env.DATA_DIR : `${env.DATA_DIR}, its database in ${place}`;
}

/** The address of the embedded database, which `npm run dev` starts apart from the server. */
const embeddedUrl = (directory: string): Promise<string | undefined> =>
  readFile(`${directory}.url`, 'utf8').catch(() => undefined);
