// Records input until the page is hydrated. The browser itself never submits a form.
window.early = [];
addEventListener('submit', (event) => {
  event.preventDefault();
  window.early?.push(event);
});
for (const type of ['click', 'change'])
  addEventListener(type, (event) => {
    const target = event.target.closest(type === 'click' ? 'button[type=button]' : 'select, [type=radio]');
    if (target) window.early?.push({ type, target });
  });
