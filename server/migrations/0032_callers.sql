-- Servers remember who calls them. Whatever changes who an account is, what it may do, or which of its sessions
-- are good, says so to all of them, whoever makes the change.
CREATE FUNCTION tell_of_account(account_id bigint) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('recline', json_build_array('account', json_build_object('accountId', account_id))::text)
$$;

CREATE FUNCTION account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_account(NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER account_changed AFTER UPDATE ON accounts FOR EACH ROW EXECUTE FUNCTION account_changed();

CREATE FUNCTION account_part_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tell_of_account(coalesce(NEW.account_id, OLD.account_id));
  RETURN NULL;
END $$;
CREATE TRIGGER outlet_given AFTER INSERT OR UPDATE OR DELETE ON account_outlets
  FOR EACH ROW EXECUTE FUNCTION account_part_changed();
CREATE TRIGGER session_gone AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION account_part_changed();
-- That it was used once more is no news.
CREATE TRIGGER session_ended AFTER UPDATE ON sessions FOR EACH ROW
  WHEN (NEW.ended_at IS DISTINCT FROM OLD.ended_at OR NEW.last_used_at < OLD.last_used_at)
  EXECUTE FUNCTION account_part_changed();
