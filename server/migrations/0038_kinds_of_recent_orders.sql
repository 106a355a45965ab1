-- Recent orders of one type or gear are found among all of an outlet's, from the index alone.
DROP INDEX orders_of_outlet;
CREATE INDEX orders_of_outlet ON orders (outlet_id, at DESC, id DESC) INCLUDE (status, type, gear);
