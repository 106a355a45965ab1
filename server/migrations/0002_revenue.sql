-- Revenue by UTC hour, day and month. A trigger keeps the three in the order's own transaction, so
-- that the figures and the orders cannot differ. A range in any offset is whole months, days and
-- hours from here plus the edges within an hour from the orders themselves.

CREATE TABLE revenue_hours (
  outlet_id bigint NOT NULL,
  currency currency NOT NULL,
  at timestamptz NOT NULL,
  online_orders int NOT NULL,
  online_amount bigint NOT NULL,
  cash_orders int NOT NULL,
  cash_amount bigint NOT NULL,
  PRIMARY KEY (outlet_id, currency, at)
) WITH (fillfactor = 70);
CREATE TABLE revenue_days (LIKE revenue_hours INCLUDING ALL) WITH (fillfactor = 70);
CREATE TABLE revenue_months (LIKE revenue_hours INCLUDING ALL) WITH (fillfactor = 70);

CREATE FUNCTION add_revenue(
  outlet bigint, unit currency, started timestamptz, is_online boolean, money bigint, sign int
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  n_online int := CASE WHEN is_online THEN sign ELSE 0 END;
  n_cash int := CASE WHEN is_online THEN 0 ELSE sign END;
BEGIN
  INSERT INTO revenue_hours AS r
    VALUES (outlet, unit, date_trunc('hour', started, 'UTC'), n_online, n_online * money, n_cash, n_cash * money)
    ON CONFLICT (outlet_id, currency, at) DO UPDATE SET
      online_orders = r.online_orders + excluded.online_orders, online_amount = r.online_amount + excluded.online_amount,
      cash_orders = r.cash_orders + excluded.cash_orders, cash_amount = r.cash_amount + excluded.cash_amount;
  INSERT INTO revenue_days AS r
    VALUES (outlet, unit, date_trunc('day', started, 'UTC'), n_online, n_online * money, n_cash, n_cash * money)
    ON CONFLICT (outlet_id, currency, at) DO UPDATE SET
      online_orders = r.online_orders + excluded.online_orders, online_amount = r.online_amount + excluded.online_amount,
      cash_orders = r.cash_orders + excluded.cash_orders, cash_amount = r.cash_amount + excluded.cash_amount;
  INSERT INTO revenue_months AS r
    VALUES (outlet, unit, date_trunc('month', started, 'UTC'), n_online, n_online * money, n_cash, n_cash * money)
    ON CONFLICT (outlet_id, currency, at) DO UPDATE SET
      online_orders = r.online_orders + excluded.online_orders, online_amount = r.online_amount + excluded.online_amount,
      cash_orders = r.cash_orders + excluded.cash_orders, cash_amount = r.cash_amount + excluded.cash_amount;
END $$;

CREATE FUNCTION count_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.status IN ('running', 'finished') THEN
    IF TG_OP = 'UPDATE' AND NEW.status IN ('running', 'finished')
      AND (NEW.outlet_id, NEW.currency, NEW.started_at, NEW.type, NEW.amount)
        = (OLD.outlet_id, OLD.currency, OLD.started_at, OLD.type, OLD.amount) THEN
      RETURN NULL;
    END IF;
    PERFORM add_revenue(OLD.outlet_id, OLD.currency, OLD.started_at, OLD.type = 'online', OLD.amount, -1);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.status IN ('running', 'finished') THEN
    PERFORM add_revenue(NEW.outlet_id, NEW.currency, NEW.started_at, NEW.type = 'online', NEW.amount, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER count_orders
  AFTER INSERT OR DELETE OR UPDATE OF status, started_at, outlet_id, currency, type, amount ON orders
  FOR EACH ROW EXECUTE FUNCTION count_order();

-- The figures as the orders alone would have them; for rebuilding and for checking.
CREATE VIEW revenue_from_orders AS
  SELECT outlet_id, currency, date_trunc('hour', started_at, 'UTC') AS at,
    count(*) FILTER (WHERE type = 'online')::int AS online_orders,
    coalesce(sum(amount) FILTER (WHERE type = 'online'), 0)::bigint AS online_amount,
    count(*) FILTER (WHERE type <> 'online')::int AS cash_orders,
    coalesce(sum(amount) FILTER (WHERE type <> 'online'), 0)::bigint AS cash_amount
  FROM orders WHERE status IN ('running', 'finished')
  GROUP BY 1, 2, 3;
