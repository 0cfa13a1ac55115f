-- What a site sets of the rules of 发展党员.
create table development_setting (
  single          boolean primary key default true check (single),
  switch_day      date not null default '2026-05-11',
  inclusive       boolean not null default true,
  late_days       integer not null default 30 check (late_days between 1 and 365),
  thought_months  integer not null default 3 check (thought_months between 1 and 12),
  version         integer not null default 1,
  changed_by      text not null default '',
  changed_at      timestamptz not null default now()
);
comment on table development_setting is 'One row: what administrators set of the rules of 发展党员';
comment on column development_setting.switch_day is 'The first day of the rules of 2026';
comment on column development_setting.inclusive is 'Whether the first day of a 公示 counts where it is a working day';
comment on column development_setting.late_days is 'A step recorded more days than this after it happened reads as 补登';
comment on column development_setting.thought_months is 'Months within which one 思想汇报 follows the other';
insert into development_setting default values;
