-- A copy of a file shares its bytes, and a chunk's bytes lie under a key of their own, so that neither is written while a
-- transaction waits for the store.

alter table stored_file add column bytes_of text;
comment on column stored_file.bytes_of is 'Id under which the bytes lie, where they came with another file; null: under the own id. They are removed with the last file that has them';
create index stored_file_bytes on stored_file (bytes_of) where bytes_of is not null;

alter table upload_part add column key text;
update upload_part set key = 'p-' || upload_id || '-' || no;
alter table upload_part alter column key set not null;
comment on column upload_part.key is 'Where the bytes lie in the store; new at each sending';
comment on table upload_part is 'A chunk that has arrived; its bytes lie in the store under key';
create index upload_part_key on upload_part (key);
