import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import { modulePlugins } from './module-plugins.ts';

/** What the build of one of the web apps begins with. */
interface App {
  entries: Readonly<Record<string, string>>;
  /** The folder of its code. */
  code: string;
  plugins?: readonly Plugin[];
  /** How modules share chunks. */
  chunkGroups?: readonly Rolldown.CodeSplittingGroup[];
}

/**
 * Each app has a build of its own: what another one imports changes none of its files. Their files have names by
 * content, so that all of them can be in one folder.
 */
export const appConfig = ({ entries, code, plugins = [], chunkGroups = [] }: App): UserConfig => ({
  root: fileURLToPath(new URL('..', import.meta.url)),
  appType: 'custom',
  plugins: [...modulePlugins(code), ...plugins],
  build: {
    outDir: 'dist',
    manifest: true,
    modulePreload: { polyfill: false },
    target: ['es2022', 'chrome87', 'safari15.4', 'firefox100'],
    assetsInlineLimit: 0,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: { ...entries },
      output: { codeSplitting: { groups: [...chunkGroups] } },
    },
  },
});
