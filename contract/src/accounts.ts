const alphabet = /^[a-z0-9][a-z0-9._@+-]{0,63}$/;

/**
 * The one spelling of a login: NFKC, lower case, a restricted alphabet. It is stored, looked up, counted and logged in
 * this form, so that no second spelling escapes a limit. Null: no account can have this login.
 */
export function canonicalAccount(text: string): string | null {
  const canonical = text.normalize('NFKC').trim().toLowerCase();
  return alphabet.test(canonical) ? canonical : null;
}
