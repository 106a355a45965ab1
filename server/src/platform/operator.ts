import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Operator } from '@recline/contract/operator';
import type { FastifyInstance } from 'fastify';
import { brandStyles } from './brand-colors.ts';
import type { Env } from './env.ts';

export interface Logo {
  content: Buffer;
  contentType: 'image/png' | 'image/jpeg';
}

/** The operator from the settings, with the branding of pages, labels and receipts. */
export interface Brand {
  operator: Operator;
  /** Whether the operator set a name. */
  isNamed: boolean;
  logo: Logo | undefined;
  /** The operator's own colour. */
  color: string | undefined;
  /** Styles that put that colour into the pages; empty without a colour. */
  styles: string;
}

const logoBytes = 256 * 1024;

const signatures = [
  { begins: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), contentType: 'image/png', extension: 'png' },
  { begins: Buffer.from([0xff, 0xd8, 0xff]), contentType: 'image/jpeg', extension: 'jpg' },
] as const;

/** Throws if the logo cannot be used. */
export async function readBrand(env: Env): Promise<Brand> {
  const found = env.BRAND_LOGO === undefined ? undefined : await readLogo(env.BRAND_LOGO);
  const operator = { name: env.BRAND_NAME, address: env.BRAND_ADDRESS, taxId: env.BRAND_TAX_ID };
  return {
    operator: { ...operator, logo: found?.address ?? '' },
    isNamed: env.given.BRAND_NAME !== undefined,
    logo: found?.logo,
    color: env.BRAND_COLOR,
    styles: env.BRAND_COLOR === undefined ? '' : brandStyles(env.BRAND_COLOR),
  };
}

/** Its address changes with its content, so that browsers may keep it. */
async function readLogo(path: string): Promise<{ logo: Logo; address: string }> {
  const content = await readFile(path).catch((error: Error) => {
    throw new Error(`These settings are wrong:\n  BRAND_LOGO: ${error.message}`);
  });
  const kind = signatures.find(({ begins }) => content.subarray(0, begins.length).equals(begins));
  if (!kind || content.length > logoBytes)
    throw new Error('These settings are wrong:\n  BRAND_LOGO: must be a PNG or JPEG file of up to 256 KiB');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 12);
  return { logo: { content, contentType: kind.contentType }, address: `/brand/${hash}.${kind.extension}` };
}

export function serveLogo(app: FastifyInstance, { logo, operator }: Brand): void {
  if (!logo) return;
  app.get(operator.logo, (_request, reply) =>
    reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(logo.contentType)
      .send(logo.content),
  );
}
