CREATE INDEX event_tickets_of_account ON event_tickets (account_id, expires_at);
