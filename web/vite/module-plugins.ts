import react from '@vitejs/plugin-react';
import type { CallNames } from '../src/platform/call-names.ts';
import { callsPlugin } from './calls-plugin.ts';

/** The plugins that an app's modules need, in builds and tests. */
export const modulePlugins = (calls: CallNames) => [react(), callsPlugin(calls)];
