-- What an account has let the platform rewrite in one import, it need not click again in the next.

alter table import_batch add column rewrite text[] not null default '{}';
comment on column import_batch.rewrite is 'Kinds of error (nation, date, education) that are rewritten without asking; a new batch takes them from the account''s last one';
