/** Why a test may be skipped, and where. `skips.test.ts` compares the files with those that skip tests. */

export interface SkipRule {
  reason: string;
  /** What to do, so that they run. */
  help: string;
  /** Matched with the names of tests. */
  tests: RegExp;
  /** The files that skip for this reason. */
  files: string[];
  /** Where continuous integration accepts the skip. */
  platforms: string[];
}

const deploy = 'scripts/deploy.test.ts';
const proxies = 'server/src/testing/behind-proxies.ts';
const mac = ['darwin-x64', 'darwin-arm64'];
const anywhere = ['linux-x64', 'linux-arm64', ...mac];

export const skipRules: SkipRule[] = [
  {
    reason: 'there is no browser',
    help: 'install Chromium (apt-get install chromium), or run: npx playwright install chromium-headless-shell',
    tests: /\.spec\.ts\b/,
    files: [],
    platforms: mac,
  },
  {
    reason: 'Mosquitto is not installed',
    help: 'apt-get install mosquitto, or brew install mosquitto',
    tests: /\(needs Mosquitto\)/,
    files: ['server/src/testing/outside-broker.ts'],
    platforms: mac,
  },
  {
    reason: 'promtool is not installed',
    help: 'apt-get install prometheus, or brew install prometheus',
    tests: /Prometheus accepts the alerts/,
    files: ['server/src/monitoring.test.ts'],
    platforms: mac,
  },
  {
    reason: 'nginx is not installed, or this is not Linux',
    help: 'apt-get install nginx libnginx-mod-stream',
    tests: /behind nginx|nginx accepts its files/,
    files: [deploy, proxies],
    platforms: mac,
  },
  {
    reason: 'Caddy is not installed, or this is not Linux',
    help: 'apt-get install caddy',
    tests: /behind Caddy|Caddy accepts its file/i,
    files: [deploy, proxies],
    platforms: mac,
  },
  {
    reason: 'the browser engine is not installed',
    help: 'on Debian 12, apt-get install what stands behind “needs”, or let .ci/run do so',
    tests: /› a (?:guest|manager)’s .*\(needs /,
    files: [],
    platforms: anywhere,
  },
  {
    reason: 'docker-compose is not installed',
    help: 'apt-get install docker-compose',
    tests: /read by docker-compose/,
    files: ['scripts/compose.test.ts'],
    platforms: anywhere,
  },
  {
    reason: 'debootstrap is not installed, or this is not root',
    help: 'apt-get install debootstrap, and run the tests as root, in a container',
    tests: /the image\b.*is built/,
    files: ['scripts/image.test.ts'],
    platforms: anywhere,
  },
  {
    reason: 'systemd is not installed',
    help: 'apt-get install systemd',
    tests: /taken by systemd/,
    files: [deploy],
    platforms: anywhere,
  },
  {
    reason: 'only root may do this (mount, become another user)',
    help: 'run the tests as root, in a container',
    tests: /needs root|\bas root\b/,
    files: [
      'server/src/disk-troubles.test.ts',
      'server/src/platform/data-dir.test.ts',
      'server/src/platform/postgres/place.test.ts',
      'server/src/platform/private-files.test.ts',
    ],
    platforms: anywhere,
  },
];

export interface SkipGroup {
  rule: SkipRule | undefined;
  tests: string[];
}

/** The skipped tests by reason; those without a rule are unexpected. */
export function groupSkips(tests: string[]): SkipGroup[] {
  const groups = new Map<SkipRule | undefined, string[]>();
  for (const test of tests) {
    const rule = skipRules.find((each) => each.tests.test(test));
    groups.set(rule, [...(groups.get(rule) ?? []), test]);
  }
  return [...groups].map(([rule, named]) => ({ rule, tests: named }));
}

/** Skips that continuous integration does not accept on this platform. */
export const unexpectedSkips = (tests: string[], platform: string): SkipGroup[] =>
  groupSkips(tests).filter(({ rule }) => !rule?.platforms.includes(platform));
