-- 知识库: folders within folders with the rights of the subtree, and what documents say, to be searched.

alter table knowledge_folder add column parent_id bigint references knowledge_folder (id);
alter table knowledge_folder add column inherits boolean not null default false;
comment on column knowledge_folder.parent_id is 'Of the same organisation; null: stands at the top';
comment on column knowledge_folder.inherits is 'audience and may_save are those of the folder above and follow it';
create index knowledge_folder_parent on knowledge_folder (parent_id) where parent_id is not null;
drop index knowledge_folder_name;
create unique index knowledge_folder_name on knowledge_folder (org_id, coalesce(parent_id, 0), name);

create table knowledge_text (
  document_id bigint primary key references knowledge_document (id) on delete cascade,
  file_id     text not null,
  words       text not null default '',
  grams       text[] not null default '{}',
  note        text not null default '',
  read_at     timestamptz not null default now()
);
comment on table knowledge_text is 'What the newest file of a document says, read by a job; note: why nothing was read';
create index knowledge_text_grams on knowledge_text using gin (grams);
