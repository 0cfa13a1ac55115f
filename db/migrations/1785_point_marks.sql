-- A year of dues or meetings that is taken up at once marks each person's year once, not once a row.
create function point_mark_new() returns trigger language plpgsql as $$
begin
  insert into point_due (member_id, year)
  select distinct member_id, extract(year from day)::int from written where member_id is not null;
  return null;
end $$;
drop trigger point_evidence_due on point_evidence;
create trigger point_evidence_new after insert on point_evidence
  referencing new table as written for each statement execute function point_mark_new();
create trigger point_evidence_due after update of member_id, day, quantity, gone, org_id on point_evidence
  for each row execute function point_mark();
