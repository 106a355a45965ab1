import { z } from 'zod';
import { defineCalls } from './call.ts';

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
    }),
  },
});
