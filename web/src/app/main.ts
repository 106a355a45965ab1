import { createRoot } from 'react-dom/client';
import { startApp } from './start.tsx';

void startApp(() => createRoot(document.getElementById('app') as HTMLElement));
