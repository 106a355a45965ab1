-- What was changed by hand, for an order's history.
CREATE VIEW published_audit AS SELECT at, actor, action, target FROM audit_log;
