alter table development_objection add column note text not null default '';
alter table development_objection add column digest bytea;
alter table development_objection add constraint development_objection_result check (result in ('', 'checked', 'blocking'));
comment on column development_objection.result is 'Of the superior''s check: without effect, or blocking; empty while it waits';
comment on column development_objection.note is 'What the check found; told to the branch, so without who said it';
comment on column development_objection.digest is 'The same sent twice is one';
create unique index development_objection_digest on development_objection (publicity_id, digest) where digest is not null;
