/**
 * Who owns which table: only the owner's SQL names it. Others call a function of the owner's front door, or read a view
 * `published_…` that the owner adds in a migration. Triggers and functions of the migrations are not restricted.
 */
export const tablesOf: Record<string, readonly string[]> = {
  'features/adverts': ['adverts', 'advert_pictures'],
  'features/agreements': ['agreements', 'consents'],
  'features/audit': ['audit_log'],
  'features/coupons': ['cash_coupons', 'coupons'],
  'features/devices': ['devices'],
  'features/feedback': ['feedback'],
  'features/orders': ['commands', 'dead_letters', 'device_events', 'orders'],
  'features/outlets': ['outlets'],
  'features/payments': [
    'ledger',
    'payment_attempts',
    'payment_bills',
    'payment_differences',
    'payment_notices',
    'refunds',
    'sandbox_payments',
    'sandbox_refunds',
  ],
  'features/prices': ['price_groups', 'price_plans', 'prices'],
  'features/revenue': ['revenue', 'revenue_from_orders'],
  'features/session': [
    'account_outlets',
    'accounts',
    'event_tickets',
    'login_attempts',
    'login_keys',
    'sessions',
    'sms_codes',
    'wallet_states',
    'wallets',
  ],
  'features/uploads': ['files', 'upload_reservations', 'upload_uses'],
  gateway: ['servers'],
  platform: ['migrations', 'rate_limit_uses', 'retention_marks', 'secrets'],
  demo: ['demo'],
};

/** Views that everybody may read and nobody may write to. */
export const isPublished = (name: string): boolean => name.startsWith('published_');

/** They fill an empty database with whole histories, and are not part of the running product. */
export const fixtures = ['demo', 'testing', 'attacks'];

/** The part of the server that a file below `server/src` belongs to. */
export const partOf = (path: string): string => /^features\/[^/]+|^[^/]+/.exec(path)?.[0] ?? '';
