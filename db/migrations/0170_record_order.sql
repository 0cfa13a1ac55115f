-- Rows of a tab stand in the order that somebody gave them.

alter table sub_record add column place integer;
comment on column sub_record.place is 'The place among its owner''s rows of the kind, as somebody ordered them; null: by the day, before the ordered ones';
