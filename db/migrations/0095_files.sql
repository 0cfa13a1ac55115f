-- Files that people upload: pictures have further sizes, large files come in chunks.

alter table stored_file add column has_sizes boolean not null default false;
comment on column stored_file.has_sizes is 'A thumbnail and a zoom size lie beside the bytes';
create index stored_file_row on stored_file (kind, row_id) where row_id is not null;
create index stored_file_own on stored_file (account_id, created_at desc);

create table upload (
  id         text primary key,
  account_id bigint not null,
  org_code   text collate "C" not null,
  name       text not null,
  size       bigint not null check (size > 0),
  file_md5   text not null,
  chunk_size integer not null,
  formats    text not null,
  state      text not null default 'open' check (state in ('open', 'done', 'failed')),
  file_id    text references stored_file (id) on delete set null,
  file_type  text not null default '',
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
comment on table upload is 'A file that comes in chunks; one that is not finished within a day is swept';
comment on column upload.file_md5 is 'MD5 of the first 10 MiB as the page says it: finds an upload again, proves nothing';
create index upload_own on upload (account_id, file_md5, size);
create index upload_age on upload (touched_at);

create table upload_part (
  upload_id text not null references upload (id) on delete cascade,
  no        integer not null check (no >= 0),
  size      integer not null,
  sha256    bytea not null,
  primary key (upload_id, no)
);
comment on table upload_part is 'A chunk that has arrived; its bytes lie in the store under p-<upload>-<no>';
