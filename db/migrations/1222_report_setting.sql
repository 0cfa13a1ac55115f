-- 报表设置: which reports a committee offers to its workers and to those below it, in which order, and what it reminds them of.

insert into permission (id, key, name) values (1221, 'report:set', '设置报表');
insert into role_permission (role_id, permission_key) values (3, 'report:set');

create table report_setting (
  org_id     bigint primary key references organisation (id),
  reports    jsonb not null,
  version    int not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null default ''
);
comment on table report_setting is 'Of an organisation and of all below it that have no setting of their own';
comment on column report_setting.reports is '[{key, shown, note}] in the order in which they are offered; a report that is not named follows, shown';
