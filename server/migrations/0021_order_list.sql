-- The order list is read newest first, by outlet, under filters. Each of these lets a scan end early
-- where a filter is rare, and holds the columns that the other filters ask for, so that the index alone answers.

-- The order that holds a chair, from the index alone.
DROP INDEX one_active_order_a_device;
CREATE UNIQUE INDEX one_active_order_a_device ON orders (device_id) INCLUDE (id, status, outlet_id)
  WHERE status IN ('pending', 'starting', 'running');

DROP INDEX orders_of_outlet;
CREATE INDEX orders_of_outlet ON orders (outlet_id, at DESC, id DESC) INCLUDE (status);
DROP INDEX orders_of_device;
CREATE INDEX orders_of_device ON orders (device_id, at DESC, id DESC)
  INCLUDE (outlet_id, type, status, gear, coupon_property, currency, amount);
-- All outlets together, for managers of many.
CREATE INDEX orders_by_time ON orders (at DESC, id DESC) INCLUDE (outlet_id, type, status, gear);
CREATE INDEX orders_by_kind ON orders (outlet_id, type, gear, at DESC, id DESC) INCLUDE (status, currency, amount);
-- One order in twenty did not end as it should.
CREATE INDEX orders_by_status ON orders (outlet_id, status, at DESC, id DESC)
  INCLUDE (type, gear, coupon_property) WHERE status <> 'finished';
CREATE INDEX orders_by_property ON orders (outlet_id, coupon_property, at DESC, id DESC)
  INCLUDE (type, status, gear, currency, amount) WHERE coupon_property IS NOT NULL;
