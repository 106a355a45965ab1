/** Form bodies and queries with brackets: `a[b][0]=c` is `{ a: { b: ['c'] } }`. */
export type Form = { [name: string]: string | Form };

export function parseForm(text: string): Form {
  const root: Form = {};
  for (const [name, value] of new URLSearchParams(text)) put(root, name.replaceAll(']', '').split('['), value);
  return root;
}

function put(form: Form, [name = '', ...rest]: string[], value: string): void {
  // `expand[]=a&expand[]=b` numbers its values.
  const key = name === '' ? String(Object.keys(form).length) : name;
  if (rest.length === 0) {
    form[key] = value;
    return;
  }
  const inner = form[key];
  const next = typeof inner === 'object' ? inner : {};
  form[key] = next;
  put(next, rest, value);
}

export const inner = (value: string | Form | undefined): Form => (typeof value === 'object' ? value : {});
export const text = (value: string | Form | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;
export const texts = (value: string | Form | undefined): string[] =>
  Object.values(inner(value)).filter((each) => typeof each === 'string');
