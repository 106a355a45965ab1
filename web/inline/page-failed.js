// Shows the notice of a page whose scripts did not load, did not parse or stopped. It is a separate script in ES2015,
// so that it also runs in browsers that are too old for the other scripts. The app removes the notice when it takes
// over the page.
window.pageFailed = () => {
  const notice = document.getElementById('page-failed');
  if (notice === null || !notice.hidden) return;
  // The notice says that the tap had no effect.
  const early = window.early || [];
  for (const { button } of early) button.removeAttribute('aria-busy');
  if (window.early) window.early = [];
  notice.hidden = false;
  document.documentElement.classList.add('scripts-failed');
};
addEventListener(
  'error',
  ({ target, filename }) => {
    const address = target === window ? filename : target.tagName === 'SCRIPT' ? target.src : '';
    // Browsers and wallets add their own scripts to pages.
    if (String(address).startsWith(`${location.origin}/assets/`)) window.pageFailed();
  },
  true,
);
// Without modules no script of the app runs, and no error says so.
if (!('noModule' in document.createElement('script'))) addEventListener('DOMContentLoaded', window.pageFailed);
