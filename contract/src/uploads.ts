import { z } from 'zod';
import { defineCalls } from './call.ts';
import { handedBack, nothing } from './fields.ts';

export const uploads = defineCalls({
  policy: {
    method: 'GET',
    path: '/file/getPolicy',
    access: 'anyone',
    summary: 'What the browser needs to post a file straight to the file host',
    input: z.object({
      dir: z
        .string()
        .max(100)
        .regex(/^[\w/-]+$/)
        .optional()
        .transform((value) => value ?? 'default'),
    }),
    output: z.object({
      dir: z.string(),
      policy: z.string(),
      accessid: z.string(),
      signature: z.string(),
      callback: z.string(),
      host: z.string(),
      partBytes: z.number().optional().describe('A host that takes a video in parts: how large one is'),
    }),
  },
  remove: {
    method: 'DELETE',
    path: '/file/remove',
    access: 'anyone',
    summary: "Deletes a file of the caller's own that no feedback uses; again is the same answer",
    input: z.object({ url: handedBack(1000) }),
    output: z.null(),
  },
  origins: {
    method: 'GET',
    path: '/file/origins',
    access: 'public',
    summary: 'Where files are posted and shown, for the content security policy of a web app on another server',
    input: nothing,
    output: z.object({ origins: z.array(z.string()) }),
  },
});
