import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ChunkError, recoverChunk } from '../platform/new-release.ts';
import { completeTexts } from './texts.ts';

export const pageDelay = 200;
export const pageTimeout = 60_000;
const chunkTimeout = 120_000;

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError('The page took too long to load')), chunkTimeout);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A core screen, fetched when its page is first opened; the app has its texts from the start. */
export function corePage<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return lazyRouteComponent(() => inTime(load().catch(recoverChunk)), name);
}

/** Any other screen, fetched together with the texts of all of them. */
export function lazyPage<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return corePage(async () => (await Promise.all([load(), completeTexts()]))[0], name);
}
