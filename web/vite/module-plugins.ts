import react from '@vitejs/plugin-react';
import { callsPlugin } from './calls-plugin.ts';

/** What the modules of the web app need, in a build and in a test. */
export const modulePlugins = () => [react(), callsPlugin()];
