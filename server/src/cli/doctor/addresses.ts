import { basePath } from '@recline/contract/call';
import { session } from '@recline/contract/session';
import { listDevices } from '../../features/devices/index.ts';
import { isOurKey, recentCallers } from '../../features/session/index.ts';
import { isEverywhere, isLoopback } from '../../platform/hosts.ts';
import { labelUrl } from '../labels.ts';
import { version } from '../version.ts';
import { checkCertificate } from './certificate.ts';
import { type Checks, type DoctorContext, type Finding, look, ok, patienceMs, reasonOf, wrong } from './finding.ts';

/** This many callers from one address are not one person. */
const fewCallers = 10;

const get = (url: string) => fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });

export const checkServer: Checks = async (context) => [await fromInside(context)];

async function fromInside({ env }: DoctorContext): Promise<Finding> {
  const host = isEverywhere(env.HOST) ? '127.0.0.1' : env.HOST;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${env.PORT}`;
  try {
    const answer = (await (await get(`${url}/healthz`)).json()) as { version?: string };
    if (answer.version !== undefined && answer.version !== version)
      return wrong('server', `${url} runs ${answer.version}, this program is ${version}`, 'Restart the server.');
    return ok('server', `answers at ${url}`);
  } catch (error) {
    return wrong('server', `no answer at ${url}: ${reasonOf(error)}`, 'Start the server; its log says why it ended.');
  }
}

export async function checkPublicAddress(context: DoctorContext): Promise<Finding[]> {
  const { env, clock } = context;
  if (!env.PUBLIC_URL)
    return [wrong('public address', 'PUBLIC_URL is not set', 'Set it to the address that phones reach, with https.')];
  const { protocol, hostname, port } = new URL(env.PUBLIC_URL);
  const secure =
    protocol === 'https:'
      ? await checkCertificate('certificate', hostname, Number(port || 443), clock())
      : wrong('certificate', `${env.PUBLIC_URL} is not encrypted`, 'Put a proxy with TLS in front: deploy/Caddyfile.');
  return [secure, await isThisInstallation(context, env.PUBLIC_URL), ...(await stickers(context, env.PUBLIC_URL))];
}

/** Its login key is in our database: so the answering server belongs to this installation. */
async function isThisInstallation({ pool, databaseError }: DoctorContext, url: string): Promise<Finding> {
  const check = 'public address';
  const answer = await keyServedAt(url).catch((error: Error) => error);
  if (answer instanceof Error)
    return wrong(
      check,
      `no answer at ${url}: ${reasonOf(answer)}`,
      'See that the name leads here (DNS), and that the proxy and the firewall let port 443 through.',
    );
  if (databaseError) return look(check, `${url} answers ${answer.status}`, 'Mend the database, and run it again.');
  const { keyId, status } = answer;
  if (keyId !== undefined && (await isOurKey.one(pool, keyId)).known) return ok(check, `${url} is this installation`);
  return wrong(
    check,
    `${url} answers ${status}, but not as this installation`,
    'See where the name leads (DNS), and to which server the proxy passes it.',
  );
}

async function keyServedAt(url: string) {
  const answer = await get(`${url}${basePath}${session.publicKey.path}`);
  // An answer that is not our JSON has no key, and is reported as another installation.
  const body = (await answer.json().catch(() => null)) as { data?: { keyId?: string } } | null;
  return { status: answer.status, keyId: body?.data?.keyId };
}

async function stickers({ pool, databaseError }: DoctorContext, publicUrl: string): Promise<Finding[]> {
  if (databaseError) return [];
  const [chair] = await listDevices(pool, null, false);
  if (!chair) return [];
  const url = labelUrl(publicUrl, chair.deviceId);
  const answered = await get(url).then(
    ({ status }) => String(status),
    (error) => reasonOf(error),
  );
  if (answered === '200') return [ok('stickers', `${url} opens`)];
  const todo = 'Let the proxy pass every path; do not print stickers before this is mended.';
  return [wrong('stickers', `${url}: ${answered}`, todo)];
}

/** Whether the limits can distinguish callers. */
export async function checkCallers({ env, pool, databaseError }: DoctorContext): Promise<Finding[]> {
  const check = 'callers';
  const isProxied = env.PUBLIC_URL?.startsWith('https:') ?? false;
  if (!env.TRUST_PROXY && isProxied)
    return [
      wrong(
        check,
        'TRUST_PROXY is off behind a proxy: all callers share one address, and one of them can lock all others out',
        'Set TRUST_PROXY=1.',
      ),
    ];
  if (databaseError) return [];
  const { count, addresses, one } = await recentCallers.one(pool);
  const seen = `${count} recent callers under ${addresses} addresses`;
  if (count >= fewCallers && addresses === 1)
    return [wrong(check, `${seen}, ${one}`, 'Let the proxy send X-Forwarded-For, and set TRUST_PROXY=1.')];
  if (env.TRUST_PROXY && !isLoopback(env.HOST))
    return [
      look(
        check,
        `TRUST_PROXY is on, and HOST=${env.HOST} can be reached past the proxy: a caller could invent its address`,
        'Set HOST=127.0.0.1, or let only the proxy reach the port.',
      ),
    ];
  return [ok(check, seen)];
}
