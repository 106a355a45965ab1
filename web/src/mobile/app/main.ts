import { createRoot } from 'react-dom/client';
import { failPage } from './page-failed.ts';
import { startApp } from './start.tsx';

startApp(() => createRoot(document.getElementById('app') as HTMLElement)).catch(failPage);
