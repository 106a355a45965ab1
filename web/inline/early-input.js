// Records taps until the page is hydrated, and keeps them from everybody else: they are acted on later, in their order.
// Repeated taps on the same control count once. A tapped button looks busy. The browser posts the form to pay with by
// itself, with its radio buttons, and what the page was still loading no longer competes with the answer; any other form
// only scripts submit.
// Nothing is recorded once the notice says that the page failed: the notice gets the focus instead.
// The build defines `slowPageMs`: a page that has not acted on its first input by then has failed.
window.early = [];
for (const [type, part] of [
  ['submit', 'form'],
  ['click', 'button[type=button]'],
  ['change', 'select'],
])
  addEventListener(
    type,
    (event) => {
      if (event.target.id === 'pay') return window.early && window.stop();
      if (type === 'submit') event.preventDefault();
      const target = event.target.closest(part);
      if (!target || !window.early) return;
      event.stopImmediatePropagation();
      const failed = document.querySelector('#page-failed:not([hidden])');
      if (failed) return failed.focus();
      const last = window.early[window.early.length - 1];
      if (last?.target === target && last.value === target.value) return;
      if (window.early.length === 0) setTimeout(window.pageFailed, slowPageMs);
      const button = event.submitter ?? target;
      if (type !== 'change') button.setAttribute('aria-busy', 'true');
      window.early.push({ target, value: target.value, button });
    },
    true,
  );
