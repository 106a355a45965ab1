-- An order that has just been placed counts nothing yet: most begin as `starting` or `pending`.
DROP TRIGGER count_orders ON orders;
CREATE TRIGGER count_new_orders AFTER INSERT ON orders
  FOR EACH ROW WHEN (NEW.status IN ('running', 'finished')) EXECUTE FUNCTION count_order();
CREATE TRIGGER count_orders AFTER DELETE OR UPDATE OF status, started_at, outlet_id, currency, type, amount ON orders
  FOR EACH ROW EXECUTE FUNCTION count_order();
