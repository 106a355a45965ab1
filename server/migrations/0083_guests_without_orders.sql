-- Guests who never made an order go after a time, by the last use of their sessions.
ALTER TABLE retention_marks DROP CONSTRAINT retention_marks_kind_check;
ALTER TABLE retention_marks ADD CONSTRAINT retention_marks_kind_check CHECK (kind IN ('events', 'commands', 'guests'));
CREATE VIEW published_consents AS SELECT account_id FROM consents;
CREATE VIEW published_upload_reservations AS SELECT account_id FROM upload_reservations;
CREATE OR REPLACE VIEW published_feedback AS
  SELECT id, order_id, outlet_id, status, problem, description, reply, created_at, replied_at, account_id FROM feedback;
