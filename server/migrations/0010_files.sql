-- The name of a file's bytes on disk; null where another host keeps them. It is new with every upload,
-- so a file is there from the commit of its row on, whole, and a key never becomes a path.
ALTER TABLE files ADD COLUMN stored text UNIQUE;
