-- What the checks of data quality find is counted by organisation and kept; whatever changes somebody's record says which
-- organisation is to be counted again. Readers count those anew themselves, so that no number is ever stale.

create table member_fault_count (
  org_code text collate "C" primary key,
  figures  integer[] not null,
  day      date not null,
  rules    text not null
);
comment on table member_fault_count is 'Of the people in an organisation itself (not below it): how many each check of data quality finds';
comment on column member_fault_count.figures is 'In the order of FIGURES (member/server/queries/faultCounts.ts)';
comment on column member_fault_count.day is 'The day on which it was counted: some checks look at the date';
comment on column member_fault_count.rules is 'Fingerprint of the checks as they were; under others the figures say nothing';

create table member_fault_stale (
  id       bigint generated always as identity primary key,
  org_code text collate "C" not null
);
comment on table member_fault_stale is 'Organisations to be counted anew; rows are only added by writers, so that none waits for another';
create index member_fault_stale_org on member_fault_stale (org_code);

create function mark_faults_stale() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into member_fault_stale (org_code) select distinct org_code from new_rows;
  elsif tg_op = 'DELETE' then
    insert into member_fault_stale (org_code) select distinct org_code from old_rows;
  else
    insert into member_fault_stale (org_code) select org_code from old_rows union select org_code from new_rows;
  end if;
  return null;
end $$;
create trigger member_faults_inserted after insert on member referencing new table as new_rows
  for each statement execute function mark_faults_stale();
create trigger member_faults_updated after update on member referencing old table as old_rows new table as new_rows
  for each statement execute function mark_faults_stale();
create trigger member_faults_deleted after delete on member referencing old table as old_rows
  for each statement execute function mark_faults_stale();

-- Whoever stands in what is no branch is found by a check as well.
create function mark_org_faults_stale() returns trigger language plpgsql as $$
begin
  insert into member_fault_stale (org_code) values (new.code);
  return null;
end $$;
create trigger org_faults_updated after update of type, deleted_at on organisation
  for each row when (old.type is distinct from new.type or old.deleted_at is distinct from new.deleted_at)
  execute function mark_org_faults_stale();

insert into member_fault_stale (org_code) select distinct org_code from member;
