import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ChunkError, recoverChunk } from '../platform/new-release.ts';

export const pageDelay = 200;
export const pageTimeout = 60_000;
const chunkTimeout = 120_000;

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError('The page took too long to load')), chunkTimeout);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A screen that is fetched when its page is first opened. */
export function lazyPage<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return lazyRouteComponent(() => inTime(load().catch(recoverChunk)), name);
}
