-- 自定义报表: what a worker puts together from the conditions of people; a column is a condition or the share of one column in another.

insert into permission (id, key, name) values (1780, 'report:design', '自定义报表');
insert into role_permission (role_id, permission_key) values (3, 'report:design');

create table own_report (
  id          bigint generated always as identity primary key,
  org_id      bigint not null references organisation (id),
  org_code    text not null,
  title       text not null check (title <> ''),
  about       text not null default '',
  people      text not null check (people in ('members', 'roll')),
  is_shared   boolean not null default false,
  columns     jsonb not null,
  version     int not null default 1,
  created_at  timestamptz not null default now(),
  created_by  text not null,
  updated_at  timestamptz not null default now(),
  updated_by  text not null,
  deleted_at  timestamptz
);
create index own_report_org on own_report (org_code, id) where deleted_at is null;
create unique index own_report_title on own_report (org_id, title) where deleted_at is null;
comment on table own_report is 'Of an organisation; a shared one is offered to all below it, counted within the scope of whoever opens it';
comment on column own_report.people is 'Who is counted at all: members in good standing, or everybody on the roll';
comment on column own_report.columns is 'As rules.own.ts writes them, with their version';
