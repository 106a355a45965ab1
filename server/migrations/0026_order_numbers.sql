-- no transaction
-- The number that guests and managers see is stored with the order. It was computed so far, and changed with the time
-- zone of the outlet.
ALTER TABLE orders ADD COLUMN IF NOT EXISTS order_no text;

-- The outlet's day, then the id: 2611150000042.
CREATE OR REPLACE FUNCTION order_number(id bigint, created_at timestamptz, time_zone text) RETURNS text LANGUAGE sql STABLE
  RETURN to_char(created_at AT TIME ZONE time_zone, 'YYMMDD') || repeat('0', 7 - length(id::text)) || id;

CREATE OR REPLACE FUNCTION number_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT order_number(NEW.id, NEW.created_at, time_zone) INTO NEW.order_no FROM outlets WHERE id = NEW.outlet_id;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER number_order BEFORE INSERT ON orders FOR EACH ROW
  WHEN (NEW.order_no IS NULL) EXECUTE FUNCTION number_order();
CREATE OR REPLACE TRIGGER order_number_stays BEFORE UPDATE OF order_no ON orders FOR EACH ROW
  WHEN (OLD.order_no <> NEW.order_no) EXECUTE FUNCTION refuse_change();

-- An outlet whose zone PostgreSQL does not know could not number its orders.
ALTER TABLE outlets DROP CONSTRAINT IF EXISTS time_zone_is_known;
ALTER TABLE outlets ADD CONSTRAINT time_zone_is_known CHECK (timezone(time_zone, 'epoch'::timestamptz) IS NOT NULL);

-- The zones of this moment: an edit of an outlet while old orders are being numbered changes no number.
CREATE TABLE IF NOT EXISTS numbering_zones AS SELECT id AS outlet_id, time_zone FROM outlets;
-- In batches, so that other servers can go on. A twelfth of neighbouring orders at a time: their new versions fit into
-- the free space of their pages, so that most need no new entries in the indexes.
DO $$
DECLARE
  first bigint := 0;
  last bigint;
BEGIN
  LOOP
    SELECT max(id) INTO last FROM (SELECT id FROM orders WHERE id > first ORDER BY id LIMIT 12000) batch;
    EXIT WHEN last IS NULL;
    FOR part IN 0..11 LOOP
      UPDATE orders o SET order_no = order_number(o.id, o.created_at, z.time_zone) FROM numbering_zones z
        WHERE z.outlet_id = o.outlet_id AND o.id > first AND o.id <= last AND o.id % 12 = part AND o.order_no IS NULL;
      COMMIT;
    END LOOP;
    first := last;
  END LOOP;
END $$;
DROP TABLE IF EXISTS numbering_zones;

-- Reversed: a search by the end of a number is a range of this index.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS order_numbers ON orders (reverse(order_no) text_pattern_ops);

-- The check is validated without blocking writes, and spares the scan under the lock of SET NOT NULL.
ALTER TABLE orders DROP CONSTRAINT IF EXISTS order_has_number;
ALTER TABLE orders ADD CONSTRAINT order_has_number CHECK (order_no IS NOT NULL) NOT VALID;
ALTER TABLE orders VALIDATE CONSTRAINT order_has_number;
ALTER TABLE orders ALTER COLUMN order_no SET NOT NULL;
ALTER TABLE orders DROP CONSTRAINT order_has_number;
