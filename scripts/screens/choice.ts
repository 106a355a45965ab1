import { parseArgs } from 'node:util';
import { languages } from '@recline/contract/languages';
import { screenStates } from '../../e2e/screen-states.ts';
import { looks, themes } from './looks.ts';

/** The pictures to take: everything, or what the command line names. */
export interface Choice {
  screens: (keyof typeof screenStates)[];
  languages: (typeof languages)[number][];
  looks: typeof looks;
  themes: (typeof themes)[number][];
  state: string | undefined;
}

/** The values named, separated by commas; all where none is named. A name that does not exist is an error. */
function chosen<T extends string>(option: string, all: readonly T[], named: string | undefined): T[] {
  if (named === undefined) return [...all];
  return named.split(',').map((name) => {
    const found = all.find((value) => value === name);
    if (!found) throw new Error(`--${option} ${name}: choose from ${all.join(', ')}`);
    return found;
  });
}

export function readChoice(args: string[]): Choice {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { only: text, lang: text, look: text, theme: text, state: text } });
  const all = Object.keys(screenStates) as (keyof typeof screenStates)[];
  const names = chosen(
    'look',
    looks.map((look) => look.name),
    values.look,
  );
  return {
    // The second address of login shows the very same page.
    screens: chosen('only', all, values.only).filter((name) => name !== 'loginAlias'),
    languages: chosen('lang', languages, values.lang),
    looks: looks.filter((look) => names.includes(look.name)),
    themes: chosen('theme', themes, values.theme),
    state: values.state,
  };
}
