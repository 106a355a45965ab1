-- The language of an advert's title, for screen readers. Null: not known.
ALTER TABLE adverts
  ADD COLUMN language text CHECK (language IN ('zh_CN', 'en_US', 'id_ID'));
