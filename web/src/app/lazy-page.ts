import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadRemainingTexts } from '../platform/language-store.ts';
import { ChunkError, recoverChunk } from '../platform/new-release.ts';
import { chunkTimeoutMs } from './page-timing.ts';

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkError('The page took too long to load')), chunkTimeoutMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** A core screen, loaded when its page is first opened; its texts are part of the first load. */
export function corePage<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return lazyRouteComponent(() => withTimeout(load().catch(recoverChunk)), name);
}

/** Any other screen, loaded together with the texts of all screens. */
export function lazyPage<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return corePage(async () => (await Promise.all([load(), loadRemainingTexts()]))[0], name);
}
