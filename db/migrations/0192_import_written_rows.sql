-- A sheet whose bad lines are mended after its good ones were written is written again, each line once.

alter table import_batch add column written_rows int[] not null default '{}';
comment on column import_batch.written_rows is 'Lines of a sheet of tabs that have been written; people know theirs in import_row';
