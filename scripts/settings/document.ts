import { usualValue } from '@recline/server/platform/env';
import { secretSettings } from '@recline/server/platform/secret-files';
import { type SettingText, settingTexts } from '@recline/server/platform/settings-texts';

/** The texts of docs/settings.md and .env.example. */

const usualOf = ({ names, usual }: SettingText): string => {
  const values = names.map((name) => (name === 'CA_FILE' ? '' : usualValue(name)));
  return usual || (values.some(Boolean) ? values.map((value) => `\`${value}\``).join(', ') : '');
};

const row = (text: SettingText): string => {
  const names = text.names.map((name) => `\`${name}\``).join(', ');
  return `| ${names} | ${usualOf(text)} | ${text.meaning.replaceAll('](docs/', '](')} |`;
};

export const settingsDocument = (): string => `# Settings

Environment variables. The server reads them once at start and names every invalid one. \`npm start\` and \`bin/recline\` also read \`.env\` and \`recline.env\` in the current folder, or the file that \`RECLINE_ENV_FILE\` names; what the environment has already is kept. The settings of payment providers are in [payments.md](payments.md).

A secret may stand in a file: \`<NAME>_FILE\` is its path, for ${secretSettings.map((name) => `\`${name}\``).join(', ')}.

This page and \`.env.example\` are written by \`npm run settings\` from \`server/src/platform/env.ts\` and \`settings-texts.ts\`.

| Name | Default | Meaning |
|---|---|---|
${settingTexts.map(row).join('\n')}
`;

const plain = (text: string): string => text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');

const entry = (text: SettingText): string => {
  const usual = plain(usualOf(text));
  const lines = text.names.map((name) => `# ${name}=${name === 'CA_FILE' ? '' : usualValue(name)}`);
  const meaning = `${plain(text.meaning)}.`;
  const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}`;
  return [`# ${sentence}${usual ? ` Default: ${usual}.` : ''}`, ...lines, ''].join('\n');
};

export const settingsExample =
  (): string => `# Copy to .env and remove the # before what you change. Written by \`npm run settings\`; docs/settings.md explains more.

${settingTexts.map(entry).join('\n')}`;
