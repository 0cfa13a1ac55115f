-- Dictionaries are edited: who changed an entry, what came with the installation, and what was taken out.

alter table dict_item
  add column built_in   boolean not null default true,
  add column version    integer not null default 1,
  add column updated_at timestamptz not null default now(),
  add column updated_by text not null default '',
  add column deleted_at timestamptz,
  add column deleted_by text;
comment on column dict_item.built_in is 'Came with the installation: programs name its value, so that it may be renamed or disabled but not deleted. Migrations leave it at true, the editor writes false';
comment on column dict_item.deleted_at is 'Taken out by an editor; its value may then be given again';

alter table dict_item drop constraint dict_item_dictionary_code_value_key;
create unique index dict_item_value on dict_item (dictionary_code, value) where deleted_at is null;
create index dict_item_children on dict_item (parent_id) where deleted_at is null;
