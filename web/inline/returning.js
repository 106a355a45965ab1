// Runs before the first paint: applies the side of the last visit, and skips the login page if there is a token. The
// build defines `openingStyles`: the stylesheets of the loading view that a returning user sees instead.
try {
  const role = localStorage.getItem('role') ?? (localStorage.getItem('DEVICEID') ? 'consumer' : 'manager');
  if (role === 'consumer') document.documentElement.dataset.side = 'guest';
  if (localStorage.getItem('Access-Token')) {
    document.documentElement.classList.add('returning');
    for (const href of openingStyles) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }));
    }
  }
} catch {}
// If the scripts fail to load, the page must be visible.
addEventListener('error', () => document.documentElement.classList.remove('returning'), true);
