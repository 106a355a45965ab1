/** Removes design tokens that nothing in these styles uses; a token may be used only by another one. */
export function usedTokens(css: string): string {
  const less = css.replace(/(?<=[{;])(--[\w-]+):[^;{}]*;?/g, (token, name) =>
    css.includes(`var(${name}`) ? token : '',
  );
  return less === css ? css : usedTokens(less);
}

/** The class names in HTML that React rendered. */
const classesIn = (html: string): string[] =>
  html
    .split('class="')
    .slice(1)
    .flatMap((rest) => rest.slice(0, rest.indexOf('"')).split(' '));

/** Throws if a class has no styles, because the bundler omits styles that no script of the document imports. */
export function requireStyles(html: string, css: string): void {
  const missing = classesIn(html).filter((name) => !css.includes(`.${name}`));
  if (missing.length > 0) throw new Error(`A page has no styles for ${[...new Set(missing)].join(', ')}`);
}
