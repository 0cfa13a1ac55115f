-- Members: the day of the counters' ages, and the orders and views of the list.

create table member_counter_day (
  only_row boolean primary key default true check (only_row),
  day      date not null
);
comment on table member_counter_day is 'The day on which the ages in member_counter were counted; changes are counted with it as well';
insert into member_counter_day (day) values ((now() at time zone 'Asia/Shanghai')::date);

-- The named views of the list, each in tree order or by the date that it asks for.
create index member_incomplete on member (org_code, sort, id)
  where deleted_at is null and person_category in (1, 2) and membership_status = 1 and completeness < 100;
create index member_floating on member (org_code, sort, id)
  where deleted_at is null and person_category in (1, 2) and membership_status = 1 and is_floating;
create index member_probation on member (org_code, admission_date)
  where deleted_at is null and person_category = 2 and membership_status = 1;
create index member_joined_month on member (extract(month from admission_date), org_code, sort, id)
  where deleted_at is null and person_category in (1, 2) and membership_status = 1;

create index import_row_member on import_row (member_id) where member_id is not null;
alter table import_row add column written_at timestamptz;
