import react from '@vitejs/plugin-react';
import { callsPlugin } from './calls-plugin.ts';

/** The plugins that an app's modules need, in builds and tests. `code` is the app's folder. */
export const modulePlugins = (code: string) => [react(), callsPlugin(code)];
