-- What of a bill could not be read is kept and shown with it.

alter table dues_statement
  add column unread integer not null default 0,
  add column unread_rows jsonb not null default '[]';
comment on column dues_statement.unread is 'Rows with something in them that were taken for no line';
comment on column dues_statement.unread_rows is 'The first of them: row of the file from 1, and why';
