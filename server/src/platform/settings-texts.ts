import { languages } from '@recline/contract/languages';
import type { SettingName } from './env.ts';

/** The texts of docs/settings.md and .env.example for each setting; `npm run settings` writes them. */
export interface SettingText {
  names: readonly (SettingName | 'CA_FILE')[];
  /** The default, if the schema does not have it. */
  usual: string;
  /** Links are relative to the root. */
  meaning: string;
}

const languageList = languages.map((language) => `\`${language}\``).join(', ');

export const settingTexts: readonly SettingText[] = [
  {
    names: ['PORT', 'HOST'],
    usual: '`8080`, `0.0.0.0`; `127.0.0.1` with the demo',
    meaning: 'where the server listens; port 0 picks a free one',
  },
  {
    names: ['PUBLIC_URL'],
    usual: 'the address in the local network',
    meaning: "the address for guests' phones, in payment pages and QR labels; labels are made only if it is set",
  },
  {
    names: ['DATA_DIR'],
    usual: '`./.data`',
    meaning: 'folder of the embedded database and the uploaded files',
  },
  {
    names: ['DATABASE_URL'],
    usual: '',
    meaning: 'an outside PostgreSQL instead of the embedded one',
  },
  {
    names: ['MQTT_URL'],
    usual: '',
    meaning: 'an outside MQTT broker instead of the embedded one',
  },
  {
    names: ['CA_FILE'],
    usual: '',
    meaning:
      'a PEM file with the certificates of a private authority, trusted besides the usual ones by every connection',
  },
  {
    names: ['MQTT_PORT', 'MQTT_HOST'],
    usual: '`1883`, `127.0.0.1`',
    meaning:
      "where the embedded broker listens; port 0 picks a free one. It speaks plain MQTT: set `MQTT_HOST` to an address of the chairs' private network, or put TLS in front ([docs/operations.md](docs/operations.md#the-chairs-over-tls))",
  },
  {
    names: ['DEMO'],
    usual: '`1`, or `0` with `DATABASE_URL` or an https `PUBLIC_URL`',
    meaning: 'fill an empty database with the demo',
  },
  {
    names: ['DEMO_GUESTS'],
    usual: '`1`',
    meaning:
      'simulated guests and managers use the demo of `npm start` through the real calls; `0` for none. Never with a `DATABASE_URL`',
  },
  {
    names: ['SIMULATED_CHAIRS'],
    usual: 'all',
    meaning: "how many of the demo's chairs are simulated",
  },
  {
    names: ['SMS_PROVIDER'],
    usual: '`log` with the demo, unless there is a `DATABASE_URL` or an https `PUBLIC_URL`',
    meaning:
      'how login codes are sent: `aliyun` (numbers of +86), `tencent`, `twilio`, several with commas in order of preference, or `log`, which writes them to standard output. Without any, login by number is not offered',
  },
  {
    names: ['ALLOW_PRETEND'],
    usual: '',
    meaning:
      '1 lets `sandbox` and `log` be used with a `DATABASE_URL` or an https `PUBLIC_URL`, where the server otherwise refuses to start: for trials',
  },
  {
    names: ['ALIYUN_SMS_KEY_ID', 'ALIYUN_SMS_KEY_SECRET', 'ALIYUN_SMS_SIGN', 'ALIYUN_SMS_TEMPLATE'],
    usual: '',
    meaning: 'Alibaba Cloud SMS; a template for all languages, or `zh_CN=…,en_US=…`',
  },
  {
    names: ['TENCENT_SMS_ID', 'TENCENT_SMS_KEY', 'TENCENT_SMS_APP', 'TENCENT_SMS_SIGN', 'TENCENT_SMS_TEMPLATE'],
    usual: '',
    meaning: 'Tencent Cloud SMS; templates likewise',
  },
  {
    names: ['TWILIO_SID', 'TWILIO_TOKEN', 'TWILIO_FROM'],
    usual: '',
    meaning: 'Twilio; `TWILIO_FROM` is a number, a sender name, or a messaging service (`MG…`)',
  },
  {
    names: ['ALIYUN_SMS_URL', 'TENCENT_SMS_URL', 'TWILIO_URL'],
    usual: "the provider's own",
    meaning: 'another address of the provider',
  },
  {
    names: ['SMS_COUNTRIES'],
    usual: '`CN,MY,PH,ID`',
    meaning: 'countries whose mobile numbers are accepted; a number without a calling code is of `APP_COUNTRY`',
  },
  {
    names: ['SMS_DAILY_LIMIT'],
    usual: '`5000`',
    meaning:
      'login codes a day in all; an hour may use an eighth; a fifth is kept for numbers that have an account, half for countries that have outlets, a tenth for each country',
  },
  {
    names: ['HOST_SCANNERS'],
    usual: '',
    meaning:
      "`wechat`, `alipay` or both with a comma: use the app's own scanner inside them; the address must be registered there",
  },
  {
    names: ['PAYMENT_PROVIDERS'],
    usual: '`sandbox` with the demo, unless there is a `DATABASE_URL` or an https `PUBLIC_URL`; else none',
    meaning:
      'payment providers, separated by commas: `wechat`, `alipay`, `stripe` (their settings: [docs/payments.md](docs/payments.md)), `sandbox` (a test cashier page; no money moves). With the demo, a provider without settings of its own is [simulated](docs/provider-simulator.md), on the port after `PORT`: `PAYMENT_PROVIDERS=wechat,alipay,stripe npm start`. Without one, guests pay by cash and coupons only',
  },
  {
    names: ['PAY_MINUTES'],
    usual: '`10`',
    meaning: 'how long an order waits for its payment',
  },
  {
    names: ['STOP_REFUND'],
    usual: '`none`',
    meaning:
      "what a guest who stops early gets back: `none`, or `unused`, the unused time's share of what was paid online",
  },
  {
    names: ['FAULT_REFUND'],
    usual: '`unused`',
    meaning:
      "what goes back where a chair's fault or a power cut breaks a massage off: `none`, `unused`, the unused time's share, or `whole`, which invites guests to pull the plug. What was paid online goes back by itself; for cash and coins the managers are told what to hand over",
  },
  {
    names: ['SERVICE_PHONE'],
    usual: 'none',
    meaning:
      'support number shown to managers and guests; without it none is shown. `recline outlet edit --phone` sets another one for an outlet',
  },
  {
    names: ['BRAND_NAME', 'BRAND_ADDRESS', 'BRAND_TAX_ID'],
    usual: '`Recline`',
    meaning: "the operator's name, address and tax id, on pages, labels and receipts",
  },
  {
    names: ['BRAND_LOGO', 'BRAND_COLOR'],
    usual: "Recline's",
    meaning:
      "the operator's logo, a PNG or JPEG file of up to 256 KiB, and its colour (`#0e7a6b`), on pages, labels and receipts. A colour that cannot be read (WCAG AA) is refused at start, with the nearest that can",
  },
  {
    names: ['APP_COUNTRY', 'APP_CURRENCY', 'APP_LANGUAGE', 'APP_ID'],
    usual: '`CN`, `CNY`, `zh_CN`, `recline`',
    meaning:
      "defaults of the web app; `APP_LANGUAGE=auto` follows the phone's language where it is one of ours, else that of the outlet (`recline outlet edit --language`)",
  },
  {
    names: ['API_URL'],
    usual: "the web app's own origin",
    meaning:
      'another API server for the web app; it must allow this origin (CORS). Its file host is asked of it for the content security policy',
  },
  {
    names: ['UPLOAD_QUOTA_MB'],
    usual: '`2048`',
    meaning: 'upload quota per account',
  },
  {
    names: ['OSS_BUCKET', 'OSS_ENDPOINT', 'OSS_ACCESS_KEY_ID', 'OSS_ACCESS_KEY_SECRET', 'OSS_DOMAIN'],
    usual: '',
    meaning:
      'a bucket of Alibaba OSS for uploaded files instead of `DATA_DIR`; needs `PUBLIC_URL` for its callbacks; `OSS_DOMAIN` if the bucket has a custom domain',
  },
  {
    names: ['AGREEMENTS_DIR'],
    usual: '',
    meaning: `a folder with the operator's own \`user-agreement.<language>.md\` and \`privacy-notice.<language>.md\`, for each of ${languageList}; without it, those of \`server/src/features/agreements/texts\`. \`{servicePhone}\` in them is \`SERVICE_PHONE\`; without one, the sentence is left out`,
  },
  {
    names: ['TILE_URL', 'TILE_ATTRIBUTION'],
    usual: 'OpenStreetMap',
    meaning: 'map tiles (`https://…/{z}/{x}/{y}.png`, WGS 84) and their attribution; `none` for no map',
  },
  {
    names: ['TRUST_PROXY'],
    usual: '`0`',
    meaning: "`1` behind one reverse proxy: take the client's address from `X-Forwarded-For`",
  },
  {
    names: ['MAX_CALLS'],
    usual: '`1000`',
    meaning:
      'concurrent calls before further ones are refused with 503; guests at a chair are served up to twice as many',
  },
  {
    names: ['MAX_CONNECTIONS'],
    usual: '`10000`',
    meaning:
      "open HTTP connections before the oldest that wait for their client are cut; never more than 40 % of the process's open files",
  },
  {
    names: [
      'KEEP_EVENT_DAYS',
      'KEEP_COMMAND_DAYS',
      'KEEP_NOTICE_DAYS',
      'KEEP_UNPAID_DAYS',
      'KEEP_SESSION_DAYS',
      'KEEP_REPORT_DAYS',
    ],
    usual: '`365`, `365`, `180`, `30`, `30`, `365`',
    meaning:
      "how long payloads of chairs' events, commands, providers' notices, orders that were never paid, ended sessions and guests without orders, and reports without an order are kept; 0 is forever ([docs/privacy.md](docs/privacy.md))",
  },
  {
    names: ['LOG_LEVEL'],
    usual: '`info`; `warn` under `npm start`',
    meaning: '`trace`, `debug`, `info`, `warn`, `error`, `silent`',
  },
];
