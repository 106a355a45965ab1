import type { Plugin } from 'vite';

/**
 * Which modules share a chunk. By default the bundler creates one for every set of screens that share modules: dozens
 * of tiny ones, each a separate request that compresses badly. Here React has a chunk, router and queries have one, and
 * modules shared by several first loads are in the kit of the smallest of them. Modules shared by screens are in one
 * more.
 */

interface Context {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** The modules that a visit begins with, from the smallest to the largest including their imports. */
const firstLoads = ['login', 'chair-page', 'start', 'home-screen'] as const;
type FirstLoad = (typeof firstLoads)[number];

/**
 * Modules that a first load uses through a feature's index.ts or in a part that it loads at once. `check-budget`
 * measures them: without these patterns a first load grows by the rest of their chunk.
 */
export const exceptions: Record<FirstLoad, readonly RegExp[]> = {
  login: [
    /\/session\/(?:stored|guest-session)\./,
    /\/agreements\/(?:agreed-version|consent)\./,
    /\/ui\/small-print\./,
    /\/on-demand\./,
  ],
  'chair-page': [
    /\/(?:device-number|values|duration|url)\.ts$/,
    /\/ui\/(?:bottom-bar|dialog|list|stack|use-drag-down)\./,
  ],
  start: [
    /\/session\/(?:session|user)\./,
    /\/src\/.*\/(?:home\.queries|complete|period|query-client|query-storage)\.ts$/,
  ],
  'home-screen': [/\/revenue\/(?:change|choices|refresh-button)\./],
};

/** Infinite queries: no first load uses them, but the query library's index imports them. */
const infinite = /node_modules\/@tanstack\/.*[iI]nfinite/;
/** The page of a chair and quick start need these modules, the managers' home does not. */
const starting =
  /\/(?:device-code|package-list|pending-payment|start-request|choice-cards(?:\.module)?)\.(?:tsx?|css)$/;
const common = /\/src\/(?:ui|platform|mobile\/(?:shell|data))\/(?!charts)/;

/**
 * A feature's index.ts exports more than one importer uses, so an import of it does not show which modules are used.
 */
const isFrontDoor = (id: string) => /\/features\/[^/]+\/index\.ts$/.test(id);
/** The guests' form is a separate chunk, which the login page loads at once. */
const partOfLogin = '/sms-form.tsx';
const firstLoadOf = (id: string) =>
  id.endsWith(partOfLogin) ? 'login' : firstLoads.find((name) => id.endsWith(`/${name}.tsx`));

/** Everything that imports a module, directly or through others. */
function importersOf(id: string, context: Context, found = new Set<string>()): Set<string> {
  for (const importer of context.getModuleInfo(id)?.importers ?? []) {
    if (found.has(importer) || isFrontDoor(importer)) continue;
    found.add(importer);
    importersOf(importer, context, found);
  }
  return found;
}

/** The smallest of the first loads that share a module; also the only one that uses a common module. */
function kitOf(id: string, context: Context): FirstLoad | undefined {
  if (isFrontDoor(id) || firstLoadOf(id) || infinite.test(id) || starting.test(id)) return undefined;
  const exception = firstLoads.find((name) => exceptions[name].some((pattern) => pattern.test(id)));
  if (exception) return exception;
  const users = new Set([...importersOf(id, context)].map(firstLoadOf));
  const sharing = firstLoads.filter((name) => users.has(name));
  return sharing.length > 1 || common.test(id) ? sharing[0] : undefined;
}

const kit = (name: FirstLoad) => ({
  name: (id: string, context: Context) => (kitOf(id, context) === name ? `${name}-kit` : null),
});

const libraries = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'data', test: /node_modules\/(?:@tanstack\/(?!.*(?:virtual|[iI]nfinite))|use-sync-external-store)/ },
];

const screens = [
  { name: 'starting-kit', test: starting },
  { name: 'screens-kit', test: common, minShareCount: 2 },
  { name: 'lists', test: infinite },
];

export const chunkGroups = [...libraries, ...firstLoads.map(kit), ...screens];

/** The patterns that match no module of a build: a file that was renamed would fall out of its chunk unnoticed. */
export function unusedPatterns(ids: readonly string[]): string[] {
  const patterns = [...[...libraries, ...screens].map(({ test }) => test), ...Object.values(exceptions).flat()];
  const unused = patterns.filter((pattern) => !ids.some((id) => pattern.test(id))).map(String);
  return [...unused, ...firstLoads.filter((name) => !ids.some((id) => firstLoadOf(id) === name))];
}

/** Fails the build where a pattern of the chunks matches nothing. */
export const chunksPlugin = (): Plugin => ({
  name: 'recline-chunks',
  apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  generateBundle() {
    const unused = unusedPatterns([...this.getModuleIds()]);
    if (unused.length > 0) this.error(`No module matches ${unused.join(', ')} (web/vite/chunks.ts)`);
  },
});
