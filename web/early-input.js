// Records input until the page is hydrated, and keeps it from everybody else: it is acted on later, in its order.
// Repeated taps on the same control count once. The browser itself never submits a form.
window.early = [];
for (const [type, part] of [
  ['submit', 'form'],
  ['click', 'button[type=button]'],
  ['change', 'select, [type=radio]'],
])
  addEventListener(
    type,
    (event) => {
      if (type === 'submit') event.preventDefault();
      const target = event.target.closest(part);
      if (!target || !window.early) return;
      event.stopImmediatePropagation();
      const last = window.early.at(-1);
      if (last?.target === target && last.value === target.value) return;
      window.early.push({ target, value: target.value });
    },
    true,
  );
