-- The state or event that decided `fault_code`: an older one does not overrule it, whichever is written first.
ALTER TABLE devices ADD COLUMN fault_boot_id text, ADD COLUMN fault_seq bigint;
UPDATE devices SET fault_boot_id = boot_id, fault_seq = seq WHERE boot_id IS NOT NULL;
