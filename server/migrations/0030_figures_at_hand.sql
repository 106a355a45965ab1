-- Figures that were added up again at every look are kept at hand.

-- Days and months begin where most managers' do: eight hours ahead of UTC, the time of all three currencies.
-- There a day is one row; elsewhere the hours put its two ends right, as they did before.
CREATE FUNCTION revenue_bucket(unit text, at timestamptz) RETURNS timestamptz LANGUAGE sql STABLE
  RETURN date_trunc(unit, at, 'Etc/GMT-8');

CREATE OR REPLACE FUNCTION add_revenue(
  outlet bigint, unit currency, started timestamptz, is_online boolean, money bigint, sign int
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  n_online int := CASE WHEN is_online THEN sign ELSE 0 END;
  n_cash int := CASE WHEN is_online THEN 0 ELSE sign END;
BEGIN
  INSERT INTO revenue_hours AS r
    VALUES (outlet, unit, revenue_bucket('hour', started), n_online, n_online * money, n_cash, n_cash * money)
    ON CONFLICT (outlet_id, currency, at) DO UPDATE SET
      online_orders = r.online_orders + excluded.online_orders, online_amount = r.online_amount + excluded.online_amount,
      cash_orders = r.cash_orders + excluded.cash_orders, cash_amount = r.cash_amount + excluded.cash_amount;
  INSERT INTO revenue_days AS r
    VALUES (outlet, unit, revenue_bucket('day', started), n_online, n_online * money, n_cash, n_cash * money)
    ON CONFLICT (outlet_id, currency, at) DO UPDATE SET
      online_orders = r.online_orders + excluded.online_orders, online_amount = r.online_amount + excluded.online_amount,
      cash_orders = r.cash_orders + excluded.cash_orders, cash_amount = r.cash_amount + excluded.cash_amount;
  INSERT INTO revenue_months AS r
    VALUES (outlet, unit, revenue_bucket('month', started), n_online, n_online * money, n_cash, n_cash * money)
    ON CONFLICT (outlet_id, currency, at) DO UPDATE SET
      online_orders = r.online_orders + excluded.online_orders, online_amount = r.online_amount + excluded.online_amount,
      cash_orders = r.cash_orders + excluded.cash_orders, cash_amount = r.cash_amount + excluded.cash_amount;
END $$;

TRUNCATE revenue_days, revenue_months;
INSERT INTO revenue_days
  SELECT outlet_id, currency, revenue_bucket('day', at), sum(online_orders)::int, sum(online_amount)::bigint,
    sum(cash_orders)::int, sum(cash_amount)::bigint FROM revenue_hours GROUP BY 1, 2, 3;
INSERT INTO revenue_months
  SELECT outlet_id, currency, revenue_bucket('month', at), sum(online_orders)::int, sum(online_amount)::bigint,
    sum(cash_orders)::int, sum(cash_amount)::bigint FROM revenue_days GROUP BY 1, 2, 3;

-- How many devices an outlet has. Rows of devices change with every heartbeat, so counting them visits each.
ALTER TABLE outlets ADD COLUMN devices int NOT NULL DEFAULT 0;
UPDATE outlets o SET devices = (SELECT count(*) FROM devices d WHERE d.outlet_id = o.id AND d.retired_at IS NULL);

CREATE FUNCTION count_device() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.retired_at IS NULL THEN
    UPDATE outlets SET devices = devices - 1 WHERE id = OLD.outlet_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.retired_at IS NULL THEN
    UPDATE outlets SET devices = devices + 1 WHERE id = NEW.outlet_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_devices AFTER INSERT OR DELETE OR UPDATE OF outlet_id, retired_at ON devices
  FOR EACH ROW EXECUTE FUNCTION count_device();

-- The few chairs that are not simply online and well.
CREATE INDEX unwell_devices ON devices (outlet_id)
  WHERE retired_at IS NULL AND (fault_code IS NOT NULL OR offline_since IS NOT NULL);
