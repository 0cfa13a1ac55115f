-- 公开栏 without signing in: whether an organisation's affairs are read by a code, and whether residents say something there.

create table open_board (
  org_id     bigint primary key references organisation (id) on delete cascade,
  token      text not null unique,
  shows      boolean not null default false,
  hears      boolean not null default false check (shows or not hears),
  version    integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null default ''
);
comment on table open_board is '公开栏: one an organisation, off until a worker turns it on';
comment on column open_board.token is 'In the address of the board; says nothing';
comment on column open_board.shows is 'What is published can be read by its code without signing in';
comment on column open_board.hears is 'Residents can give opinions there';

-- Codes that hang on notice boards already go on being good.
insert into open_board (org_id, token, shows)
select org_id, substr(replace(gen_random_uuid()::text, '-', ''), 1, 24), true
  from (select distinct org_id from open_affair where first_shown is not null and deleted_at is null) as shown;

alter table open_feedback alter column account_id drop not null;
alter table open_feedback
  add column phone_enc  bytea,
  add column phone_mask text,
  add column digest     bytea,
  add column in_public  boolean not null default false;
comment on table open_feedback is '对公开事项的意见: of a member, or of a resident without an account, and the answer to it';
comment on column open_feedback.account_id is 'Null: a resident who did not sign in';
comment on column open_feedback.phone_enc is 'Of a resident who wants to be called; sealed';
comment on column open_feedback.digest is 'Keyed hash of what a resident sent, so that the same sent twice is one opinion';
comment on column open_feedback.in_public is 'A resident''s opinion and its answer stand on the public page, without name and phone';
create unique index open_feedback_digest on open_feedback (affair_id, digest) where digest is not null;
