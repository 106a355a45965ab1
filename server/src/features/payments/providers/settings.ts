import { readFileSync } from 'node:fs';

/** The environment as given. */
export type SettingsSource = Readonly<Record<string, string | undefined>>;

export interface SettingProblem {
  name: string;
  why: string;
}

/** Some settings of a provider are missing or wrong; each is named. */
export class WrongSettings extends Error {
  override name = 'WrongSettings';
  readonly problems: readonly SettingProblem[];
  constructor(problems: readonly SettingProblem[]) {
    super(`These settings are wrong:\n${problems.map(({ name, why }) => `  ${name}: ${why}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * Reads a provider's settings. Problems are collected, and `check` reports all at once; until then, readers return an
 * empty text for a wrong setting.
 */
export function settingsOf(source: SettingsSource) {
  const problems: SettingProblem[] = [];
  const wrong = (name: string, why: string): string => {
    problems.push({ name, why });
    return '';
  };
  const optional = (name: string): string | undefined => source[name]?.trim() || undefined;
  const text = (name: string, pattern?: RegExp, expected = ''): string => {
    const value = optional(name);
    if (value === undefined) return wrong(name, 'is missing');
    return pattern && !pattern.test(value) ? wrong(name, `must be ${expected}`) : value;
  };
  const readFile = (name: string, path: string): string => {
    try {
      return readFileSync(path, 'utf8');
    } catch (error) {
      return wrong(name, `cannot be read: ${(error as Error).message}`);
    }
  };

  return {
    /** Adds a problem that only the provider's code can detect. */
    wrong,
    optional,
    text,
    /** An address without a slash at its end. */
    url(name: string, usual: string): string {
      const value = optional(name) ?? usual;
      const isUrl = URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
      return isUrl ? value.replace(/\/+$/, '') : wrong(name, 'must be a URL beginning with https:// or http://');
    },
    /** The content of the file that the setting names. */
    file(name: string): string {
      const path = text(name);
      return path === '' ? '' : readFile(name, path);
    },
    /** Pairs such as `serial=file,serial=file`, each with the file's content. */
    files(name: string): Map<string, string> {
      const pairs = (optional(name) ?? '').split(',').filter((pair) => pair.trim() !== '');
      return new Map(
        pairs.map((pair) => {
          const [key = '', path = ''] = pair.split('=', 2).map((part) => part.trim());
          return [key, path === '' ? wrong(name, 'must be key=file pairs') : readFile(name, path)];
        }),
      );
    },
    /** Throws `WrongSettings` with every problem found. */
    check(): void {
      if (problems.length > 0) throw new WrongSettings(problems);
    },
  };
}
