-- Rows of tabs that came by a sheet know it, so that an import is taken back as a whole.

alter table sub_record add column batch_id bigint references import_batch (id);
comment on column sub_record.batch_id is 'The import that wrote the row; null for one that was typed';
create index sub_record_of_batch on sub_record (batch_id) where batch_id is not null;
