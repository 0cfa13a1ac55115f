-- 积分 items: from which sum a fact counts at all, and how long it counts.

alter table point_item
  add column floor  integer check (floor > 0),
  add column months smallint check (months between 1 and 12);
comment on column point_item.floor is 'Hundredths of a point: a fact that would give less gives nothing; null: everything counts';
comment on column point_item.months is 'A fact counts for so many months from its day, within its year; null: to the end of the year';

create table point_sweep (
  name text primary key,
  day  date not null
);
comment on table point_sweep is 'Up to which day a daily work over the points was done, so that each day is done once';
insert into point_sweep (name, day) values ('expiry', (now() at time zone 'Asia/Shanghai')::date);

-- Facts arrive nearly in the order of their days: a few pages tell which blocks hold the days that a sweep looks for.
create index point_evidence_day on point_evidence using brin (day);
