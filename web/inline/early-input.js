// Records taps until the page is hydrated, and hides them from other handlers; they are replayed later, in order.
// Repeated taps on the same control count once. A tapped button looks busy. The browser itself posts the payment form,
// with its radio buttons, and remaining downloads of the page are cancelled so that they do not compete with the
// answer; other forms are submitted only by scripts. Nothing is recorded once the notice says that the page failed;
// then the notice gets the focus instead. The build defines `slowPageMs`: a page that has not handled its first input
// by then has failed.
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
