import { join } from 'node:path';
import { basePath } from '@recline/contract/call';
import type { ChairPageState } from '@recline/contract/chair-page';
import type { PayPageState } from '@recline/contract/pay-form';
import { uploads as uploadCalls } from '@recline/contract/uploads';
import type { FastifyInstance } from 'fastify';
import { type Base, build, root } from './base.ts';
import type { chairPageState } from './features/chair-page/index.ts';
import type { Env } from './platform/env.ts';
import { makeFileOrigins } from './platform/http/file-origins.ts';
import type { RenderedPage } from './platform/http/rendered-page.ts';
import { serveWeb } from './platform/http/web.ts';
import { serveLogo } from './platform/operator.ts';

interface PageParts {
  fileOrigins: string[];
  load: ReturnType<typeof chairPageState>;
  payPage: RenderedPage<PayPageState>;
  /** The version of the agreements. */
  agreements: string;
  loginByNumber: boolean;
}

/** The web app, the page of a chair, and their content security policy. */
export async function servePages(
  app: FastifyInstance,
  base: Pick<Base, 'env' | 'brand' | 'log'>,
  parts: PageParts,
): Promise<void> {
  const chairPage: RenderedPage<ChairPageState> = {
    load: parts.load,
    status: ({ unknown }) => (unknown ? 404 : 200),
    recurs: ({ card, choice, refusal }) => !card?.serverTime && !choice && !refusal,
  };
  const payPage = base.env.API_URL === undefined ? (parts.payPage as RenderedPage) : undefined;
  const [directory, previous] = [join(root, 'web/dist'), join(root, 'web/previous')];
  const { brand } = base;
  const config = { ...configOf(base.env, parts), operator: brand.operator };
  serveLogo(app, brand);
  const look = { name: brand.operator.name, styles: brand.styles, color: brand.color };
  await serveWeb(app, {
    directory,
    previous,
    config,
    look,
    ...originsFor(base, parts.fileOrigins),
    chairPage,
    payPage,
  });
}

/** The origins of the content security policy. Another API server is asked for the origins of its files. */
function originsFor({ env, log }: Pick<Base, 'env' | 'log'>, fileOrigins: string[]) {
  const path = `${basePath}${uploadCalls.origins.path}`;
  const otherFiles = env.API_URL === undefined ? () => [] : makeFileOrigins(env.API_URL, path, log);
  const ownOrigins = [...fileOrigins, ...originsOf(env.API_URL)];
  const tileOrigins = originsOf(env.TILE_URL);
  const connect = () => [...ownOrigins, ...otherFiles()];
  return { connect, images: () => [...connect(), ...tileOrigins] };
}

/** The installation's facts for the web app. */
const configOf = (env: Env, { agreements, loginByNumber }: PageParts) => ({
  country: env.APP_COUNTRY,
  currency: env.APP_CURRENCY,
  language: env.APP_LANGUAGE,
  appId: env.APP_ID,
  baseUrl: env.API_URL ?? '',
  servicePhone: env.SERVICE_PHONE,
  loginByNumber,
  hostScanners: env.HOST_SCANNERS,
  tileUrl: env.TILE_URL ?? '',
  tileAttribution: env.TILE_ATTRIBUTION,
  version: build.version,
  payMinutes: env.PAY_MINUTES,
  stopRefund: env.STOP_REFUND,
  agreements: env.API_URL === undefined ? agreements : '',
});

const originsOf = (url: string | undefined): string[] => (url === undefined ? [] : [new URL(url).origin]);
