-- Stops that no chair has answered yet, which are sent again for a while.
CREATE INDEX stops_unanswered ON commands (created_at) WHERE type = 'stop' AND result IS NULL;
