-- A stored file may expire while what it belonged to stays.

alter table job drop constraint job_file_id_fkey,
  add foreign key (file_id) references stored_file (id) on delete set null;
alter table import_batch drop constraint import_batch_file_id_fkey,
  add foreign key (file_id) references stored_file (id) on delete set null;
create index stored_file_expiry on stored_file (expires_at) where expires_at is not null;
