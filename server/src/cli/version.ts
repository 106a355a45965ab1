import { readFileSync } from 'node:fs';

const root = new URL('../../../package.json', import.meta.url);
export const { version } = JSON.parse(readFileSync(root, 'utf8')) as { version: string };
