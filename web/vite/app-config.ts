import { fileURLToPath } from 'node:url';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import type { CallNames } from '../src/platform/call-names.ts';
import { modulePlugins } from './module-plugins.ts';

/** What the build of one of the web apps begins with. */
interface App {
  entries: Readonly<Record<string, string>>;
  calls: CallNames;
  plugins?: readonly Plugin[];
  /** How modules share chunks. */
  chunkGroups?: readonly Rolldown.CodeSplittingGroup[];
}

/**
 * Each app has a build of its own: what another one imports changes none of its files. Their files have names by
 * content, so that all of them can be in one folder.
 */
export const appConfig = ({ entries, calls, plugins = [], chunkGroups = [] }: App): UserConfig => ({
  root: fileURLToPath(new URL('..', import.meta.url)),
  appType: 'custom',
  plugins: [...modulePlugins(calls), ...plugins],
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
