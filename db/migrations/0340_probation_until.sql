-- The end of a probation, with its extension, stands in the person's record: home, warnings and lists read it instead of a year.
alter table member add column probation_until date;
comment on column member.probation_until is 'End of the probation as the running development file has it; null: none runs, or its day is not known';

create function keep_probation_until() returns trigger language plpgsql as $$
begin
  update member set probation_until = case when new.ended_on is null then new.probation_until end
   where id = new.member_id
     and probation_until is distinct from case when new.ended_on is null then new.probation_until end;
  return null;
end $$;
create trigger keep_probation_until after insert or update of probation_until, ended_on on development_file
  for each row execute function keep_probation_until();

update member m set probation_until = f.probation_until
  from development_file f where f.member_id = m.id and f.ended_on is null and f.probation_until is not null;

drop index member_probation;
create index member_probation on member (org_code, (coalesce(probation_until, (admission_date + interval '1 year')::date)))
  where deleted_at is null and person_category = 2 and membership_status = 1;

-- Files that were opened for probationary members have the end of the probation as their first term.
update development_file set due_on = least(due_on, probation_until)
 where ended_on is null and step between 18 and 20 and probation_until is not null;

-- What the home told of probations is told by their files from now on.
update todo set done_at = now() where done_at is null and subject like 'probation:%';
