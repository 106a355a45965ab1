import { startApp } from './start.tsx';

void startApp(document.getElementById('app') as HTMLElement);
