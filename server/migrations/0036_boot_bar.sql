-- The boot number that later boots of a chair must reach. A text or a leap in `boot_id` does not move it.
ALTER TABLE devices ADD COLUMN boot_bar bigint;
UPDATE devices SET boot_bar = boot_id::bigint WHERE boot_id ~ '^[0-9]{1,15}$';
