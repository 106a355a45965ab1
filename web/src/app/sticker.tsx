import type { StickerState } from '@recline/contract/chair-card';
import '../ui/tokens.css';
import '../ui/base.css';
import { StickerScreen } from '../features/chair-card/sticker-screen.tsx';
import { registerServiceWorker } from '../platform/service-worker.ts';
import { whenIdle } from '../platform/when-idle.ts';
import { hydratePage } from './hydrate.tsx';

const state = JSON.parse(document.getElementById('state')?.textContent ?? 'null') as StickerState;

await hydratePage(document.getElementById('app') as HTMLElement, 'sticker', <StickerScreen state={state} />);
// The countdown comes next.
whenIdle(() => void Promise.allSettled([import('./start.tsx')]).then(registerServiceWorker));
