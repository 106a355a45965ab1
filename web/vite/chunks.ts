/**
 * Which modules share a chunk. By default the bundler makes dozens of tiny ones, each a request of its own and
 * badly compressed. Here one holds what every hydrated page needs, one the parts of cards and of starting a chair, one
 * what every screen of the app adds, and one the small parts that several of them share.
 */

const pageUi = 'button|class-names|field|seconds|shape|small-print|toast-region';
const pagePlatform =
  'answer|api|api-client|api-error|base64|browser-kind|config|encrypt|format|host-title|language|language-store|load-code|on-demand|relative-time|service-worker|storage|system-info|text|toast|when-idle';
const pageContract = 'call|errors|languages|limits|money|pages';
const cardUi =
  'bottom-bar|card|choice-cards|dialog|drawing|icon|list|notice|page-frame|page\\.module|skeleton|stack|states|tag|use-page-sheet';
const startStarting = 'device-code|package-list|pending-payment|start-request';
const screenUi = 'chip|count-up|currency-chips|spinner|stat';

const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'));
const inFolder = (folder: string, names: string) => `/${folder}/(?:${names})\\.`;

export const chunkGroups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'data', test: /node_modules\/(?:@tanstack\/(?!.*(?:virtual|[iI]nfinite))|use-sync-external-store)/ },
  {
    name: 'page-kit',
    test: anyOf(
      inFolder('src/ui', pageUi),
      inFolder('src/app', 'hydrate|language-provider|load-chunk|page-timing'),
      inFolder('src/features/agreements', 'agreed-version|consent'),
      inFolder('src/features/session', 'load-sms-form'),
      inFolder('src/platform', pagePlatform),
      inFolder('contract/src', pageContract),
      inFolder('locales', 'index'),
      'recline-calls|vite/preload-helper',
    ),
  },
  {
    name: 'card-kit',
    test: anyOf(
      inFolder('src/ui', cardUi),
      inFolder('contract/src', 'device-number|values'),
      inFolder('src/features/starting', startStarting),
      inFolder('src/features/session', 'guest-session'),
      inFolder('src/features/orders', 'remaining-time'),
      inFolder('src/platform', 'url'),
    ),
  },
  {
    name: 'screen-kit',
    test: anyOf(
      inFolder('src/ui', screenUi),
      '/src/ui/page\\.tsx',
      inFolder('src/app', 'loading-view|page-loading|tab-bar'),
      inFolder('src/features/session', 'session|user|zone-note|zones'),
      inFolder('src/features/revenue', 'change|home\\.queries|refresh-button'),
      inFolder('src/platform', 'complete|currency-search|use-choice'),
    ),
  },
  // The first screen names every chunk that another may need, and a name hardly compresses.
  {
    name: 'more-kit',
    test: anyOf(
      inFolder('src/ui', 'choice|facts|more-rows|ring|text-area|use-sheet'),
      inFolder('src/platform', 'error-page|known-messages|live|truncate-message|use-now'),
      inFolder('src/features/orders', 'order-status'),
      'node_modules/@tanstack/.*[iI]nfinite',
    ),
  },
];
