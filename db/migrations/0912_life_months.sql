-- The matrix of a city: the months in which something of a type was held, from an index alone, without taking a day apart.

alter table life_meeting add column month_bit integer generated always as
  (1 << (extract(month from (starts_at at time zone 'Asia/Shanghai'))::integer - 1)) stored;
comment on column life_meeting.month_bit is 'Bit of the month in which it began, 1 January, 2048 December';
drop index life_meeting_months;
create index life_meeting_months on life_meeting (type, org_code, held_on) include (org_id, month_bit)
  where state in (3, 5) and cancelled_at is null;
create index life_meeting_also_months on life_meeting (also_type, org_code, held_on) include (org_id, month_bit)
  where also_type is not null and state in (3, 5) and cancelled_at is null;
