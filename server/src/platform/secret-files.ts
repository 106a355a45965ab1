import { readFileSync } from 'node:fs';

/** Settings that may be read from a file, like secrets of containers and of systemd. */
export const secretSettings = [
  'DATABASE_URL',
  'PGPASSWORD',
  'MQTT_URL',
  'ALIYUN_SMS_KEY_SECRET',
  'TENCENT_SMS_KEY',
  'TWILIO_TOKEN',
  'OSS_ACCESS_KEY_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'WECHAT_API_V3_KEY',
  'WECHAT_APP_SECRET',
] as const;

/** Sets each secret from the file that `<name>_FILE` names, without the final line break. */
export function readSecretFiles(env: NodeJS.ProcessEnv): void {
  for (const name of secretSettings) {
    const file = env[`${name}_FILE`];
    if (!file) continue;
    if (env[name]) throw new Error(`${name} and ${name}_FILE are both set: keep one.`);
    try {
      env[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new Error(`${name}_FILE cannot be read: ${(error as Error).message}`);
    }
  }
}
