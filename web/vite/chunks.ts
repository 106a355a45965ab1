/**
 * Which modules share a chunk. By default the bundler makes dozens of tiny ones, each a request of its own and
 * badly compressed. Here one holds what the login page needs, another what every screen needs.
 */

const loginUi = 'button|class-names|field|seconds|shape|toast-region';
const loginSession = 'login-errors|login-form|login-screen|manager-form|password-login|sms-form';
const loginPlatform =
  'answer|api|api-client|api-error|base64|browser-kind|config|encrypt|format|host-title|language|language-store|new-release|relative-time|service-worker|storage|system-info|text|toast|when-idle';
const loginContract = 'call|errors|languages|limits|money|pages|validators';
const screenUi = 'card|chip|count-up|drawing|icon|list|notice|page|skeleton|spinner|stack|stat|states|tag';

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
      inFolder('src/features/session', loginSession),
      inFolder('src/app', 'hydrate|language-provider'),
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
      inFolder('src/app', 'tab-bar'),
      inFolder('src/features/session', 'session|user'),
    ),
  },
  { name: loginTextsOf, debugName: 'login texts' },
];
