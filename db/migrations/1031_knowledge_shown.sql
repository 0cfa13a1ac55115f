-- Office files laid out as PDF where LibreOffice is installed.
alter table knowledge_version
  add column shown_id text,
  add column shown_note text;
comment on column knowledge_version.shown_id is 'The same as PDF, for reading in the page; null: not made';
comment on column knowledge_version.shown_note is 'Why there is none; null: not tried';
