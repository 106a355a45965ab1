import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import type { Browser } from './browser.ts';
import { startChromium } from './chromium.ts';
import { startFirefox } from './firefox.ts';
import { isInstalled, startScreen } from './programs.ts';
import { startWebKit } from './web-kit.ts';

export interface Engine {
  /** The engine, and whose phones it stands for. */
  name: string;
  /** Debian's package that has it. */
  needs: string;
  isThere(): boolean;
  start(): Promise<Browser>;
}

const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser');
const python = '/usr/bin/python3';
const imports = (module: string) =>
  isInstalled('Xvfb') && spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0;

/** The oldest that we promise first. WebKit 2.38 is the generation of Safari 16, 2.50 that of Safari 26. */
export const engines: readonly Engine[] = [
  {
    name: 'Chromium 87',
    needs: 'python3-pyqt5.qtwebengine xvfb',
    isThere: () => imports('PyQt5.QtWebEngineWidgets'),
    start: () => startChromium(python, '5', startScreen()),
  },
  {
    name: 'Chromium 102',
    needs: 'python3-pyqt6.qtwebengine xvfb',
    isThere: () => imports('PyQt6.QtWebEngineWidgets'),
    start: () => startChromium(python, '6', startScreen()),
  },
  {
    name: 'WebKit 2.38',
    needs: 'wpewebkit-driver cog',
    isThere: () => isInstalled('WPEWebDriver') && isInstalled('cog'),
    start: () =>
      startWebKit('WPEWebDriver', {
        'wpe:browserOptions': { binary: '/usr/bin/cog', args: ['--automation', '-P', 'headless'] },
      }),
  },
  {
    name: 'WebKit 2.50',
    needs: 'webkit2gtk-driver xvfb',
    isThere: () => isInstalled('WebKitWebDriver') && isInstalled('Xvfb') && miniBrowser !== undefined,
    start: () =>
      startWebKit(
        'WebKitWebDriver',
        { 'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] } },
        startScreen(),
      ),
  },
  {
    name: 'Firefox',
    needs: 'firefox-esr',
    isThere: () => isInstalled('firefox-esr'),
    start: () => startFirefox('firefox-esr'),
  },
];
