-- 200 outlets, 10,000 chairs and as many orders as asked for over a year, the same in every build:
-- whatever looks like chance is the hash of a number, another one for the chair, the payment and the outcome. :orders and :moment are put in before it runs.

INSERT INTO price_groups (name, currency) VALUES ('Bench', 'CNY');
INSERT INTO prices (price_group_id, gear, minutes, amount, currency, recommended)
  VALUES (1, 'gentle', 10, 800, 'CNY', false), (1, 'standard', 20, 1500, 'CNY', true), (1, 'deep', 30, 2000, 'CNY', false);

INSERT INTO outlets (name, address, latitude, longitude, currency, time_zone, price_group_id)
  SELECT 'Outlet ' || n, n || ' Bench Road', 20 + n / 20.0, 100 + n / 20.0, 'CNY', 'Asia/Shanghai', 1
  FROM generate_series(1, 200) AS n ORDER BY n;

-- Nine in ten are online, one in a hundred has a fault.
INSERT INTO devices (id, name, outlet_id, secret_hash, online, offline_since, last_seen_at, fault_code)
  SELECT 'B' || (100000 + n), 'Chair ' || n, 1 + n % 200, '', n % 10 <> 0,
    CASE WHEN n % 10 = 0 THEN :moment - n * interval '1 second' END, :moment,
    CASE WHEN n % 100 = 7 THEN 'E03' END
  FROM generate_series(1, 10000) AS n;

INSERT INTO accounts (role, account, name, permissions)
  VALUES ('manager', 'one', 'One', '{home,details,user}'), ('manager', 'twenty', 'Twenty', '{home,details,user}'),
    ('manager', 'all', 'All', '{home,details,user}');
INSERT INTO accounts (role, mobile, name) SELECT 'consumer', '+86139' || lpad(n::text, 8, '0'), 'Guest' FROM generate_series(1, 10000) AS n;
INSERT INTO account_outlets (account_id, outlet_id)
  SELECT a.id, o.id FROM (VALUES (1, 1), (2, 20), (3, 200)) AS a(id, most) JOIN outlets o ON o.id <= a.most;

-- One order in ten pays with a coin, two with a cash coupon; one in fifteen has a coupon.
CREATE TEMP VIEW drawn AS
  SELECT n, hashint8(n)::bigint + 2147483648 AS h, hashint8(-n)::bigint + 2147483648 AS g,
    hashint8(n + 1000000007)::bigint + 2147483648 AS k,
    :moment - year + n * (year / :orders) AS t
  -- In days: a part of a year is taken to be a part of 360 days.
  FROM generate_series(1, :orders) AS n, (SELECT :moment - (:moment - interval '1 year') AS year) y;
CREATE TEMP VIEW shaped AS
  SELECT n, t, 1 + h % 10000 AS chair, g % 10000 AS guest,
    CASE WHEN g % 100 < 70 THEN 'online' WHEN g % 100 < 90 THEN 'cash_coupon' ELSE 'coin' END AS type,
    CASE WHEN k % 1000 < 950 THEN 'finished' WHEN k % 1000 < 970 THEN 'cancelled' WHEN k % 1000 < 985 THEN 'failed'
      ELSE 'refunded' END AS status,
    (ARRAY['gentle', 'standard', 'standard', 'deep'])[1 + k / 1000 % 4] AS gear,
    CASE WHEN g % 100 < 7 THEN (ARRAY['free', 'discount', 'discount', 'amount_off'])[1 + k / 4000 % 4] END AS property
  FROM drawn;

INSERT INTO coupons (no, property, percent_off, amount_off, currency, expires_at)
  SELECT 'CP' || n, property, CASE property WHEN 'discount' THEN 20 END, CASE property WHEN 'amount_off' THEN 300 END,
    CASE property WHEN 'amount_off' THEN 'CNY' END, :moment + interval '1 year'
  FROM shaped WHERE property IS NOT NULL;
INSERT INTO cash_coupons (no, outlet_id, amount, currency, expires_at)
  SELECT 'CC' || n, 1 + chair % 200, 1500, 'CNY', :moment + interval '1 year' FROM shaped WHERE type = 'cash_coupon';

INSERT INTO orders (type, status, pay_type, device_id, outlet_id, placed_by, request_id, gear, minutes, list_amount,
    amount, refunded_amount, currency, coupon_no, coupon_property, cash_coupon_no, created_at, started_at, ends_at,
    ended_at)
  SELECT type, status, CASE type WHEN 'coin' THEN 'coin' WHEN 'cash_coupon' THEN 'cash' ELSE 'wechat' END,
    'B' || (100000 + chair), 1 + chair % 200, CASE WHEN type <> 'coin' THEN 4 + guest END,
    CASE WHEN type <> 'coin' THEN md5(n::text)::uuid END, gear, 20, 1500,
    amount, CASE WHEN status = 'refunded' THEN amount ELSE 0 END, 'CNY',
    CASE WHEN property IS NOT NULL THEN 'CP' || n END, property, CASE WHEN type = 'cash_coupon' THEN 'CC' || n END,
    t, CASE WHEN started THEN t + interval '9 seconds' END, CASE WHEN started THEN t + interval '20 min 9 s' END,
    t + interval '20 min 9 s'
  FROM shaped, LATERAL (SELECT status IN ('finished', 'refunded') AS started,
    CASE WHEN property IS NULL THEN 1500 ELSE 1200 END AS amount) s;

-- One chair in twenty-five is in use, as follows from that many orders of twenty minutes.
INSERT INTO orders (type, status, pay_type, device_id, outlet_id, gear, minutes, list_amount, amount, currency,
    created_at, started_at, ends_at)
  SELECT 'coin', 'running', 'coin', id, outlet_id, 'standard', 20, 1500, 1500, 'CNY', t, t, t + interval '20 min'
  FROM devices, LATERAL (SELECT :moment - substr(id, 2)::int % 1000 * interval '1 second' AS t) s
  WHERE hashtext(id) % 25 = 0;

INSERT INTO feedback (order_id, outlet_id, account_id, problem, description, status)
  SELECT id, outlet_id, placed_by, 'noise', 'It squeaks.', (ARRAY['new', 'done', 'done', 'done'])[1 + id % 4]
  FROM orders WHERE id % 1000 = 0 AND placed_by IS NOT NULL;

CREATE TABLE bench (moment timestamptz NOT NULL);
INSERT INTO bench VALUES (:moment);
