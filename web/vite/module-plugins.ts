import react from '@vitejs/plugin-react';
import { callsPlugin } from './calls-plugin.ts';

/** The plugins that the web app's modules need, in builds and tests. */
export const modulePlugins = () => [react(), callsPlugin()];
