import type { Plugin } from 'vite';

/** The chunks that the login page, the page of a chair and the overview need before they are usable. */
const compiledAhead = [
  ...['react', 'login-kit', 'login', 'sms-form', 'chair-page', 'chair-page-kit'],
  ...['data', 'start-kit', 'start', 'home-screen-kit', 'home-screen'],
];

/**
 * A hint to Chromium: compile all functions of the chunk in the background during the download, not on first call.
 * Chromium reads it only in the first line, so it is added after all other changes to the code.
 */
export function compileHintPlugin(): Plugin {
  return {
    name: 'recline-compile-hint',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        for (const name of compiledAhead) {
          const named = chunks.filter((chunk) => chunk.name === name);
          if (named.length === 0) this.error(`The build has no chunk ${name}`);
          for (const chunk of named) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
        }
      },
    },
  };
}
