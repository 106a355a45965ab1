import { createDecipheriv } from 'node:crypto';
import { z } from 'zod';

/** What WeChat encrypts with the APIv3 key: the content of notices and of certificates. */
export const encrypted = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.base64(),
  nonce: z.string(),
  associated_data: z.string().default(''),
});
export type Encrypted = z.output<typeof encrypted>;

const tagBytes = 16;

/** Throws if the text was changed or encrypted with another key: `final` checks the tag. */
export function decrypt(apiV3Key: string, { ciphertext, nonce, associated_data }: Encrypted): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  decipher.setAAD(Buffer.from(associated_data));
  return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString();
}
