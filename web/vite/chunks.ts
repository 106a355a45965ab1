/**
 * Which modules share a chunk. By default the bundler makes dozens of tiny ones, each a request of its own and
 * badly compressed. Here one holds what the login page needs, another what every screen needs.
 */

const loginUi = 'field-error|seconds|toast-element';
const loginStyles = '(?:src/ui/(?:button|field|toast-region)|session/login-screen)\\.module\\.css';
const loginPlatform =
  'answer|api|api-client|api-error|browser-kind|config|host-title|language|new-release|service-worker|storage|system-info|toast|when-idle';
const loginContract = 'call|errors|languages|limits|validators';
const screenUi =
  'button|card|chip|class-names|count-up|drawing|field|icon|list|notice|page|shape|skeleton|spinner|stack|stat|states|tag|toast-region';
const screenPlatform = 'format|relative-time|text';

const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'));
const inFolder = (folder: string, names: string) => `/${folder}/(?:${names})\\.`;

/** One chunk per language for the texts of the login page. */
const loginTextsOf = (id: string) => {
  const language = /locales\/(\w+)\/(?:first|common|login)\.ts$/.exec(id)?.[1];
  return language ? `login-${language}` : null;
};

export const chunkGroups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'data', test: /node_modules\/(?:@tanstack\/(?!.*(?:virtual|[iI]nfinite))|use-sync-external-store)/ },
  {
    name: 'login-kit',
    test: anyOf(
      inFolder('src/ui', loginUi),
      loginStyles,
      inFolder('src/platform', loginPlatform),
      inFolder('contract/src', loginContract),
      inFolder('locales', 'index'),
      'recline-calls|vite/preload-helper',
    ),
  },
  {
    name: 'screen-kit',
    test: anyOf(
      inFolder('src/ui', screenUi),
      inFolder('src/platform', screenPlatform),
      inFolder('src/app', 'tab-bar'),
      inFolder('src/features/session', 'session|user'),
      inFolder('contract/src', 'pages'),
    ),
  },
  { name: loginTextsOf, debugName: 'login texts' },
];
