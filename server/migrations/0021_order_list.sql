-- The order list is read newest first, by outlet, under filters; each of these ends a scan early where
-- a filter is rare, and answers it from the index alone where it is not.

-- All outlets together, for managers of many.
CREATE INDEX orders_by_time ON orders (at DESC, id DESC)
  INCLUDE (outlet_id, type, status, gear, coupon_property);
CREATE INDEX orders_by_kind ON orders (outlet_id, type, gear, at DESC, id DESC)
  INCLUDE (status, coupon_property, currency, amount);
-- One order in twenty did not end as it should.
CREATE INDEX orders_by_status ON orders (outlet_id, status, at DESC, id DESC)
  INCLUDE (type, gear, coupon_property) WHERE status <> 'finished';
CREATE INDEX orders_by_property ON orders (outlet_id, coupon_property, at DESC, id DESC)
  INCLUDE (type, status, gear, currency, amount) WHERE coupon_property IS NOT NULL;
