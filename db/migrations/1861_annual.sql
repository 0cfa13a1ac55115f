-- 年报: the tables of a year that are confirmed from below and frozen with whoever is behind each number.

insert into permission (id, key, name) values (1861, 'report:confirm', '年报确认'), (1862, 'report:freeze', '年报冻结');
insert into role_permission (role_id, permission_key) values (3, 'report:confirm'), (3, 'report:freeze');

create table annual_round (
  id         bigint generated always as identity primary key,
  org_id     bigint not null references organisation (id),
  org_code   text collate "C" not null,
  year       smallint not null check (year between 2000 and 2099),
  opened_at  timestamptz not null default now(),
  opened_by  text not null,
  unique (org_id, year)
);
create index annual_round_code on annual_round (org_code, year);
comment on table annual_round is 'The annual tables of a year, gathered by an organisation, which alone freezes and thaws them, from the two levels below it';

create table annual_confirm (
  id            bigint generated always as identity primary key,
  round_id      bigint not null references annual_round (id),
  org_id        bigint not null references organisation (id),
  org_code      text collate "C" not null,
  state         text not null default 'waiting' check (state in ('waiting', 'confirmed', 'returned')),
  figures       jsonb,
  note          text not null default '',
  confirmed_at  timestamptz,
  confirmed_by  text not null default '',
  account_id    bigint references account (id),
  returned_at   timestamptz,
  returned_by   text not null default '',
  return_reason text not null default '',
  unique (round_id, org_id),
  check (state = 'waiting' or confirmed_at is not null)
);
create index annual_confirm_open on annual_confirm (round_id) where state <> 'confirmed';
create index annual_confirm_code on annual_confirm (org_code);
create index annual_confirm_account on annual_confirm (account_id);
comment on column annual_confirm.figures is 'The numbers of its tables as they were confirmed, to tell whether they have changed since';
comment on column annual_confirm.note is 'Why a check that is not right may stand';

create table annual_freeze (
  id          bigint generated always as identity primary key,
  round_id    bigint not null references annual_round (id),
  number      smallint not null,
  closing     date not null,
  started_at  timestamptz not null default now(),
  frozen_at   timestamptz,
  frozen_by   text not null,
  note        text not null default '',
  thawed_at   timestamptz,
  thawed_by   text not null default '',
  thaw_reason text not null default '',
  unique (round_id, number)
);
create unique index annual_freeze_standing on annual_freeze (round_id) where thawed_at is null;
comment on table annual_freeze is 'The tables of a round as they were at one moment; never written again, only thawed, which keeps them';
comment on column annual_freeze.frozen_at is 'When they had been written; null: still being written';

create table annual_head (
  freeze_id bigint not null references annual_freeze (id) on delete cascade,
  table_key text not null,
  words     jsonb not null,
  columns   jsonb not null,
  primary key (freeze_id, table_key)
);
comment on column annual_head.columns is 'Key, title, unit, group and head over it, in the order of the figures';

create table annual_org (
  freeze_id bigint not null references annual_freeze (id) on delete cascade,
  org_id    bigint not null references organisation (id),
  org_code  text collate "C" not null,
  name      text not null,
  sort      integer not null,
  primary key (freeze_id, org_id)
);
create index annual_org_code on annual_org (freeze_id, org_code);
comment on table annual_org is 'The organisations of then, with the codes of then';

create table annual_person (
  freeze_id bigint not null references annual_freeze (id) on delete cascade,
  member_id bigint not null references member (id),
  org_id    bigint not null references organisation (id),
  org_code  text collate "C" not null,
  before    boolean not null,
  after     boolean not null,
  marks     smallint[] not null,
  primary key (freeze_id, member_id, org_id)
);
create index annual_person_code on annual_person (freeze_id, org_code);
create index annual_person_member on annual_person (member_id);
comment on table annual_person is 'Who was a member in good standing where: before the first day of the year, and at its end. No numbers; the name is looked up';
comment on column annual_person.marks is 'The columns of the table of members that count this person, by their places from 1';

create table annual_move (
  freeze_id   bigint not null references annual_freeze (id) on delete cascade,
  ledger_id   bigint not null,
  member_id   bigint not null references member (id),
  org_id      bigint not null references organisation (id),
  org_code    text collate "C" not null,
  way         text not null,
  sign        smallint not null,
  shared      smallint not null,
  happened_on date not null,
  recorded_on date not null,
  primary key (freeze_id, ledger_id)
);
create index annual_move_code on annual_move (freeze_id, org_code);
create index annual_move_member on annual_move (member_id);
comment on table annual_move is 'The lines of 党员增减台账 of the year as they were';

create table annual_figure (
  freeze_id bigint not null references annual_freeze (id) on delete cascade,
  table_key text not null,
  org_id    bigint not null,
  figures   integer[] not null,
  own       integer[] not null,
  primary key (freeze_id, table_key, org_id)
);
comment on table annual_figure is 'The numbers of a table, of an organisation with all below it, and of what stood directly at it';
