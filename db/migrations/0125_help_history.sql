-- Earlier texts of help documents, to compare with and to go back to.

create table help_history (
  document_id bigint not null references help_document (id) on delete cascade,
  version     integer not null,
  title       text not null,
  content     text not null,
  saved_at    timestamptz not null,
  saved_by    text not null,
  primary key (document_id, version)
);
comment on table help_history is '帮助文档历史: title and content at each saving of either, the newest fifty; the one that stands now among them once the text was changed';
comment on column help_history.version is 'The version of the document that the saving made';
