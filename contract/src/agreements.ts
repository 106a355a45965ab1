import { z } from 'zod';
import { defineCalls } from './call.ts';
import { nothing, optional, text } from './fields.ts';

const document = z.object({
  title: z.string(),
  text: z.string().describe('Paragraphs, separated by lines; `## ` begins a heading, `- ` an item of a list'),
});

/** The version shown when a person pays or gives a number. It is recorded with the account. */
export const agreed = optional(text(64)).describe(
  'The version of the agreements that the caller agreed to, as `GET /login/agreements` says it',
);

export const agreements = defineCalls({
  get: {
    method: 'GET',
    path: '/login/agreements',
    access: 'public',
    summary: "The user agreement and the privacy notice in the caller's language, with their version",
    input: nothing,
    output: z.object({ version: z.string(), userAgreement: document, privacyNotice: document }),
  },
});
