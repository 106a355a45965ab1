import uni from '@dcloudio/vite-plugin-uni';
import { defineConfig } from 'vite';

// The plugin is CommonJS: depending on the loader its function is the default of the default.
export default defineConfig({ plugins: [(uni.default ?? uni)()] });
