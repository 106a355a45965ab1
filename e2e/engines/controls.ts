/**
 * Runs in the page, in the oldest supported browser. Returns the problems of its controls. No two may share a pixel,
 * and the centre of each, scrolled into view, must hit the control itself. Elements fixed to the screen cover the rest
 * on purpose, so they are compared only with each other.
 */
export const findControlProblems = `(function () {
  var dialogs = document.querySelectorAll('dialog[open]');
  var root = dialogs.length ? dialogs[dialogs.length - 1] : document.body;
  var selector = 'a[href], button, select, textarea, summary, input:not([type=radio]):not([type=checkbox]):not([type=hidden]), label';
  function isControl(element) {
    if (element.tagName !== 'LABEL') return true;
    return element.querySelector('input[type=radio], input[type=checkbox], input[type=file]') !== null;
  }
  function isShown(element) {
    // Engines differ in whether what is inside of closed details has a size.
    if (element.closest('details:not([open])') && !element.closest('summary')) return false;
    var box = element.getBoundingClientRect();
    var style = getComputedStyle(element);
    return box.width > 1 && box.height > 1 && style.visibility === 'visible' && style.pointerEvents !== 'none';
  }
  function layerOf(element) {
    for (var at = element; at && at !== root; at = at.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
    return root;
  }
  function nameOf(element) {
    var text = element.getAttribute('aria-label') || element.innerText || element.name || '';
    return element.tagName.toLowerCase() + ' ' + JSON.stringify(text.trim().slice(0, 30));
  }
  var controls = [].slice.call(root.querySelectorAll(selector)).filter(isControl).filter(isShown);
  var problems = [];
  function boxOf(element) {
    var box = element.getBoundingClientRect();
    return { element: element, layer: layerOf(element), left: box.left, top: box.top, right: box.right, bottom: box.bottom };
  }
  var boxes = controls.map(boxOf);
  boxes.forEach(function (a, index) {
    boxes.slice(index + 1).forEach(function (b) {
      if (a.layer !== b.layer || a.element.contains(b.element) || b.element.contains(a.element)) return;
      var width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      var height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 1 && height > 1) problems.push(nameOf(a.element) + ' shares pixels with ' + nameOf(b.element));
    });
  });
  controls.forEach(function (element) {
    element.scrollIntoView({ block: 'center', inline: 'center' });
    var box = element.getBoundingClientRect();
    var hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    var label = hit && hit.closest('label');
    var own = hit && (element.contains(hit) || (hit.contains(element) && hit !== document.body && hit.closest(selector) === element) || (label && label.control === element));
    if (!own) problems.push('the centre of ' + nameOf(element) + ' hits ' + (hit ? nameOf(hit) : 'nothing'));
  });
  if (controls.length === 0) problems.push('there is no control');
  var wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) problems.push('the page is ' + wide + ' px wider than the screen');
  var inner = root.firstElementChild;
  var hidden = inner && root !== document.body ? inner.scrollWidth - inner.clientWidth : 0;
  if (hidden > 0) problems.push('the sheet scrolls sideways by ' + hidden + ' px');
  scrollTo(0, 0);
  return problems;
})()`;
