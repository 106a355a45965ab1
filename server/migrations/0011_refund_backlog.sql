-- The refunds whose money has not arrived are counted at every scrape of the metrics.
CREATE INDEX refunds_open ON refunds (state, created_at) WHERE state <> 'done';
