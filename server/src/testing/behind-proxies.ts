import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe } from 'vitest';
import { selfSigned } from './certificate.ts';
import { proxies, type RunningProxy } from './proxies.ts';
import type { TestServer } from './start.ts';

/** A client from another machine, as the proxy sees it. Only Linux has more than one loopback address. */
export const outsideAddress = '127.0.0.2';

/** The same tests behind each proxy of deploy/, which listens with TLS. They are skipped if it is not installed. */
export function describeBehindProxies(server: () => TestServer, tests: (proxy: () => RunningProxy) => void): void {
  for (const { name, program, start } of proxies) {
    describe.skipIf(!program || process.platform !== 'linux')(`behind ${name}`, () => {
      const certificate = selfSigned();
      const trusted = getCACertificates('default');
      let running: RunningProxy | undefined;
      beforeAll(async () => {
        running = await start(program ?? '', server().url, certificate);
        setDefaultCACertificates([...trusted, certificate.cert]);
      });
      afterAll(async () => {
        setDefaultCACertificates(trusted);
        await running?.stop();
      });
      tests(() => {
        if (!running) throw new Error('the proxy runs only inside tests');
        return running;
      });
    });
  }
}
