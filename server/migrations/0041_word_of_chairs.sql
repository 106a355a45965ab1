-- When the chair gave its word that it runs what the command asked for, and when nobody waited for that any longer:
-- one of the two, whichever came first. Whoever asked for a start is told that it runs once the word stands here;
-- the order, its event and the figures follow. So what people are told stays true, whatever happens in between.
ALTER TABLE commands
  ADD COLUMN started_at timestamptz,
  ADD COLUMN given_up_at timestamptz,
  ADD CHECK (started_at IS NULL OR given_up_at IS NULL);

-- A command is for the chair of its order, which is one that exists.
ALTER TABLE commands DROP CONSTRAINT commands_device_id_fkey;
