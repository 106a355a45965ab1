/** The instructions of a Dockerfile, in order: `{ name: 'RUN', words: 'npm ci' }`. */
export interface Instruction {
  name: string;
  words: string;
}

export const parseDockerfile = (text: string): Instruction[] =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', words = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      return name === '' ? [] : [{ name, words }];
    });
