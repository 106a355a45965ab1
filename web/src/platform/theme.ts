import { keys, local } from './storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export function theme(): Theme {
  const stored = local.get(keys.theme);
  return themes.find((name) => name === stored) ?? 'system';
}

function applyTheme(chosen: Theme): void {
  const root = document.documentElement;
  if (chosen === 'system') delete root.dataset.theme;
  else root.dataset.theme = chosen;
}

export function storeTheme(chosen: Theme): void {
  local.set(keys.theme, chosen);
  applyTheme(chosen);
}
