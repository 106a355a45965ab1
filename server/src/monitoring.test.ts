import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTestServer, type TestServer } from './testing/start.ts';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const rules = 'deploy/prometheus/rules.yml';

let server: TestServer;
let metrics: string;
beforeAll(async () => {
  server = await startTestServer(inject('postgresUrl'));
  const outlet = await server.world.outlet();
  await server.world.device(outlet);
  metrics = await (await fetch(`${server.url}/metrics`)).text();
});
afterAll(() => server.stop());

/** Every name that a query may use, including a histogram's series. */
function namesIn(text: string): Set<string> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((part) => name + part) : [name],
    ),
  );
}
const used = (text: string): string[] => [...new Set(text.match(/\b(recline|nodejs|process)_[a-z0-9_]+/g))].sort();

describe('the metrics', () => {
  it('show the current chairs, open orders, refunds, connections and version', () => {
    expect(metrics).toMatch(/^recline_chairs\{outlet="\d+",state="(online|offline)"\} 1$/m);
    expect(metrics).toContain('recline_open_orders{status="running"} 0');
    expect(metrics).toContain('recline_refunds_open{state="failed"} 0');
    expect(metrics).toContain('recline_broker_connected 1');
    expect(metrics).toMatch(/^recline_database_connections\{pool="chair",state="total"\} \d+$/m);
    expect(metrics).toMatch(
      /^recline_build_info\{version="\d+\.\d+\.\d+",commit="[0-9a-f]*",node="\d+\.\d+\.\d+"\} 1$/m,
    );
  });

  it('include every counter from the start', () => {
    expect(metrics).toContain('recline_starts_total{outcome="no_answer"} 0');
    expect(metrics).toContain('recline_chair_messages_total{topic="evt",outcome="buried"} 0');
    expect(metrics).toContain('recline_refunds_total{outcome="failed"} 0');
    for (const outcome of ['sent', 'not_sent', 'unknown'])
      expect(metrics).toContain(`recline_sms_total{provider="log",outcome="${outcome}"} 0`);
    for (const outcome of ['taken', 'ignored', 'forged', 'failed'])
      expect(metrics).toContain(`recline_payment_notices_total{provider="sandbox",outcome="${outcome}"} 0`);
  });

  it('have no spaces in labels', () => {
    expect(metrics.match(/="[^"]* [^"]*"/g)).toBeNull();
  });

  it.each([rules, 'deploy/grafana/recline.json', 'docs/operations.md'])('that %s names exist', (path) => {
    const names = namesIn(metrics);
    const documented = used(textOf(path)).filter((name) => !names.has(`${name}_count`));
    expect(documented.length).toBeGreaterThan(5);
    expect(documented.filter((name) => !names.has(name))).toEqual([]);
  });
});

it('the dashboard is JSON, and every panel has a query', () => {
  const { panels } = JSON.parse(textOf('deploy/grafana/recline.json')) as { panels: { targets: { expr: string }[] }[] };
  expect(panels.length).toBeGreaterThan(10);
  for (const { targets } of panels) expect(targets[0]?.expr).toBeTruthy();
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
it.skipIf(!hasPromtool)('Prometheus accepts the alerts', () => {
  const { status, stderr } = spawnSync('promtool', ['check', 'rules', join(root, rules)], { encoding: 'utf8' });
  expect(stderr).not.toContain('FAILED');
  expect(status).toBe(0);
});
