-- A paper bears a code by which a stranger learns whether it is genuine and still holds.
create table verify_code (
  code       text primary key check (code ~ '^[0-9A-HJKMNP-TV-Y]{12}$'),
  kind       text not null,
  subject_id text not null,
  made_at    timestamptz not null default now(),
  unique (kind, subject_id)
);
comment on table verify_code is '核验码: one a paper''s row, printed on it';
comment on column verify_code.code is 'Eleven random signs and one that follows from them';
comment on column verify_code.kind is 'Whose paper it is, as the module announces it: module.noun';
comment on column verify_code.subject_id is 'The row that the module looks up when the code is read';
