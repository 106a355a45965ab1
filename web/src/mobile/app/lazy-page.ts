import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadRemainingTexts } from '../../platform/language-store.ts';
import { loadChunk } from './load-chunk.ts';

/** A core screen, loaded when its page is first opened; its texts are part of the first load. */
export function corePage<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return lazyRouteComponent(() => loadChunk(load), name);
}

/** Any other screen, loaded together with the texts of all screens. */
export function lazyPage<N extends string>(load: () => Promise<Record<N, ComponentType>>, name: N) {
  return corePage(async () => (await Promise.all([load(), loadRemainingTexts()]))[0], name);
}
