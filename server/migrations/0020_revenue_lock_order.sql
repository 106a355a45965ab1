-- The rows of revenue are locked outlet by outlet, and each outlet's month first. A transaction that changes several
-- orders, outlet by outlet, then does not deadlock with another one.
CREATE OR REPLACE FUNCTION add_revenue(changes revenue_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF changes = '{}' THEN
    RETURN;
  END IF;
  INSERT INTO revenue AS r
    SELECT * FROM sum_revenue(ARRAY['hours', 'days', 'months'], changes) s
    WHERE (s.online_orders, s.online_gross, s.online_refunds, s.cash_orders, s.cash_gross, s.cash_refunds)
      <> (0, 0, 0, 0, 0, 0)
    ORDER BY s.outlet_id, s.currency, s.tier DESC, s.at
    ON CONFLICT (tier, outlet_id, currency, at) DO UPDATE SET
      online_orders = r.online_orders + excluded.online_orders, online_gross = r.online_gross + excluded.online_gross,
      online_refunds = r.online_refunds + excluded.online_refunds, cash_orders = r.cash_orders + excluded.cash_orders,
      cash_gross = r.cash_gross + excluded.cash_gross, cash_refunds = r.cash_refunds + excluded.cash_refunds;
END $$;
