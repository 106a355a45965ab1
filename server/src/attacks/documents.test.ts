import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { drawLabels } from '../cli/sheet.ts';
import { readEnv } from '../platform/env.ts';
import { readBrand } from '../platform/operator.ts';

/** Injection into documents that we print. */

const hostile = [
  ') Tj ET /JS (app.alert(1)) BT (',
  '>> endobj 1 0 obj << /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >> endobj',
  'endstream endobj trailer << /Root 99 0 R >> startxref 0 %%EOF',
  '\\) Tj (\\',
  'a\nb\rc\u2028d\u0000e',
  '\ufeff\u202emoc.live',
  '😀'.repeat(200),
];

/** All text of a PDF, including its compressed streams. */
function textOf(pdf: Buffer): string {
  const raw = pdf.toString('latin1');
  const streams = [...raw.matchAll(/\/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g)].map(([, bytes]) =>
    inflateSync(Buffer.from(bytes ?? '', 'latin1')).toString('latin1'),
  );
  return [raw.replaceAll(/stream\n[\s\S]*?\nendstream/g, ''), ...streams].join('\n');
}

describe('a sheet of labels', () => {
  it.each(hostile)('of an outlet called %j contains no action, and only one document', async (outletName) => {
    const labels = [{ deviceId: 'A1', outletName, url: 'https://chairs.example/?deviceId=A1' }];
    const pdf = await drawLabels(labels, false, await readBrand(readEnv({ BRAND_NAME: 'Chairs & Co' })));
    const text = textOf(pdf);
    expect(text).not.toMatch(/\/(JS|JavaScript|OpenAction|AA|URI|Launch|EmbeddedFile|SubmitForm)\b/);
    expect(text.match(/%%EOF/g)).toHaveLength(1);
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(text).not.toContain('app.alert');
  });
});
