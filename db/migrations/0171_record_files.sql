-- Rows of tabs have attachments.

alter table sub_record add column files text[] not null default '{}';
comment on column sub_record.files is 'stored_file, in the order of the form; kind member.record or org.record';
create index stored_file_of_record on stored_file (row_id, kind) where kind in ('member.record', 'org.record');
