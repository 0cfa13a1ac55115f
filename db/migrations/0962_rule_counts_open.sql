-- 三务公开 that is overdue is kept as the other slow checks are (0960): of a city it is every organisation by every item of the catalogue.
select rule_marks('open_org', 'organisation', '{open}', 'select code as c from changed');
select rule_marks('open_unit', 'unit', '{open}', 'select org_code as c from changed union all select o.code from changed u join organisation o on o.id = u.org_id');
select rule_marks('open_item', 'open_item', '{open}', 'select '''' as c from changed');
select rule_marks('open_affair', 'open_affair', '{open}', 'select o.code as c from changed a join organisation o on o.id = a.org_id');
create or replace function rule_mark_all() returns trigger language plpgsql as $$
begin
  insert into rule_due (part, org_code) select p, '' from unnest('{org,life,dues,open}'::text[]) as p;
  return null;
end $$;
create trigger rule_emptied after truncate on open_affair for each statement execute function rule_mark_all();
