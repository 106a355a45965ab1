// Records input until the page is hydrated. The browser itself never submits a form. In the capture phase: React stops
// events in a part of the page that it has not taken over yet.
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
      if (target) window.early?.push({ event, target });
    },
    true,
  );
