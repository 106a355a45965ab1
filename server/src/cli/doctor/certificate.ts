import { once } from 'node:events';
import { connect } from 'node:tls';
import { type Finding, look, ok, patienceMs, reasonOf, wrong } from './finding.ts';

const day = 24 * 3600_000;
/** Let's Encrypt renews a month before expiry. */
const soonDays = 21;

interface Served {
  until: Date;
  /** Why it is not trusted, as Node names it; undefined: it is. */
  problem: string | undefined;
}

async function servedBy(host: string, port: number): Promise<Served> {
  const socket = connect({ host, port, servername: /[a-z]/i.test(host) ? host : '', rejectUnauthorized: false });
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'secureConnect');
    const { valid_to } = socket.getPeerCertificate();
    const problem = socket.authorizationError as unknown;
    return { until: new Date(valid_to), problem: problem ? String(problem) : undefined };
  } finally {
    socket.destroy();
  }
}

/** The certificate that a host serves, its days left, and whether it is trusted here. */
export async function checkCertificate(check: string, host: string, port: number, now: Date): Promise<Finding> {
  const renew = `Renew the certificate of ${host}; Caddy does so by itself.`;
  try {
    const { until, problem } = await servedBy(host, port);
    const days = Math.floor((until.getTime() - now.getTime()) / day);
    const ends = `until ${until.toISOString().slice(0, 10)}, ${days} days`;
    if (until <= now) return wrong(check, `expired on ${until.toISOString().slice(0, 10)}`, renew);
    if (problem)
      return wrong(
        check,
        `not trusted: ${problem}`,
        `Use a certificate for ${host} that phones and chairs trust, with its whole chain. For a private authority set CA_FILE.`,
      );
    return days < soonDays ? look(check, ends, renew) : ok(check, ends);
  } catch (error) {
    return wrong(
      check,
      `no TLS at ${host}:${port}: ${reasonOf(error)}`,
      `See that ${host}:${port} is reachable and serves TLS.`,
    );
  }
}
