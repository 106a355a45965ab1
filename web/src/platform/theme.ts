import { localValue } from './storage.ts';

const chosenTheme = localValue('theme');

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export function theme(): Theme {
  const stored = chosenTheme.get();
  return themes.find((name) => name === stored) ?? 'system';
}

function applyTheme(chosen: Theme): void {
  const root = document.documentElement;
  if (chosen === 'system') delete root.dataset.theme;
  else root.dataset.theme = chosen;
}

export function storeTheme(chosen: Theme): void {
  chosenTheme.set(chosen);
  applyTheme(chosen);
}
