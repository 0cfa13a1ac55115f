-- The checks of floating members, tasks, terms of 发展党员, probations and transfers are kept as the other slow ones are (0960). Their
-- rows change often and are seldom late: only what is late marks its organisation, before or after the change. What becomes late by the
-- day alone is counted then anyway, so that the days here reach a little further than those of the checks.

create function rule_due_by(day date) returns boolean language sql stable parallel safe as $$
  select day <= (now() at time zone 'Asia/Shanghai')::date
$$;
comment on function rule_due_by is 'A day that is over, or will be tomorrow';

select rule_marks('outflow', 'mobile_outflow', '{contact}', 'select org_code as c from changed
  where status in (2, 3) and rule_due_by((coalesce(last_contact_on, confirmed_on) + interval ''1 month'')::date)');
select rule_marks('development', 'development_file', '{development}', 'select org_code as c from changed
  where ended_on is null and rule_due_by(due_on)');
select rule_marks('part', 'office_part', '{tasks}', 'select org_code as c from changed where state in (0, 1, 3) and rule_due_by(due_on)');

-- A task that goes out, is withdrawn or deleted takes its late parts along; all else of it says nothing about them.
create function rule_mark_tasks() returns trigger language plpgsql as $$
begin
  insert into rule_due (part, org_code)
  select distinct 'tasks', p.org_code
    from gone o join made n on n.id = o.id join office_part p on p.task_id = n.id and p.state in (0, 1, 3) and rule_due_by(p.due_on)
   where (o.state = 2 and o.deleted_at is null) <> (n.state = 2 and n.deleted_at is null);
  return null;
end $$;
create trigger rule_task_changed after update on office_task referencing old table as gone new table as made
  for each statement execute function rule_mark_tasks();
create index office_part_behind on office_part (due_on, org_code) include (task_id) where state in (0, 1, 3);

-- A transfer is seen at every organisation of its way and counts once in each subtree: one at each of them, one less where two that
-- follow each other in the order of the tree meet. Those numbers add up like all others, but may be below zero.
alter table rule_count drop constraint rule_count_n_check, add constraint rule_count_n_check check (n <> 0);
comment on table rule_count is 'What a check finds at an organisation itself, those below it left out; nothing found: no row. Below zero where a transfer that is seen at two organisations counts once above them';

-- Asked for of each pair of a way: as a loop, not as a query of its own. What it answers stays the same.
create or replace function code_shared(a text, b text) returns smallint language plpgsql immutable parallel safe as $$
declare n integer := 0;
begin
  if a is null or b is null then return -1; end if;
  while n + 4 <= least(length(a), length(b)) and substr(a, n + 1, 4) = substr(b, n + 1, 4) loop n := n + 4; end loop;
  return n;
end $$;

create function relation_spots(transfer bigint, further text[]) returns setof text language sql stable as $$
  with spots as (
    select distinct c from (
      select unnest(array[t.from_code, t.to_code]) as c from relation_transfer t where t.id = transfer
      union all select h.org_code from relation_hop h where h.transfer_id = transfer
      union all select unnest(further)) as every where c is not null)
  select c from spots
  union
  select left(a.c, code_shared(a.c, b.c)) from spots a join spots b on a.c < b.c where code_shared(a.c, b.c) > 0
$$;
comment on function relation_spots is 'Every organisation at which a transfer may be counted: its way, further codes, and where two of them meet';

create function relation_late(status smallint, due date, outside boolean) returns boolean language sql stable parallel safe as $$
  select status = 7 or (status in (2, 3, 4, 5) and rule_due_by(due)) or (status = 2 and outside)
$$;
comment on function relation_late is 'Late already or tomorrow, or outside with a letter whose receipt may be late';

select rule_marks('transfer', 'relation_transfer', '{transfer}', 'select s.c from changed x
  cross join lateral relation_spots(x.id, array[x.from_code, x.to_code]) as s(c) where relation_late(x.status, x.due_on, x.to_org_id is null)');
select rule_marks('hop', 'relation_hop', '{transfer}', 'select s.c
  from (select transfer_id, array_agg(org_code) as codes from changed group by 1) x
  join relation_transfer t on t.id = x.transfer_id and relation_late(t.status, t.due_on, t.to_org_id is null)
 cross join lateral relation_spots(x.transfer_id, x.codes) as s(c)');
select rule_marks('letter', 'relation_letter', '{transfer}', 'select s.c from (select distinct transfer_id from changed) x
  join relation_transfer t on t.id = x.transfer_id and t.status in (2, 5)
 cross join lateral relation_spots(t.id, null) as s(c)');

-- People: whose probation ends, and whose deletion takes an outflow or a transfer out of the lists.
create function rule_probation(category smallint, status smallint, deleted timestamptz, ends date, admitted date)
returns boolean language sql stable parallel safe as $$
  select category = 2 and status = 1 and deleted is null
     and coalesce(ends, (admitted + interval '1 year')::date) <= (now() at time zone 'Asia/Shanghai')::date + interval '2 months 7 days'
$$;
comment on function rule_probation is 'A probation that ends within two months, or within the days after which it will';

create or replace function rule_mark_people() returns trigger language plpgsql as $$
begin
  insert into rule_due (part, org_code)
  with changed as materialized (
    select o.id, o.org_code as was, n.org_code as now, (o.deleted_at is null) <> (n.deleted_at is null) as binned,
           (o.org_id, o.org_code, o.person_category, o.membership_status, o.deleted_at, o.joined_branch_on)
           is distinct from (n.org_id, n.org_code, n.person_category, n.membership_status, n.deleted_at, n.joined_branch_on) as stands,
           rule_probation(o.person_category, o.membership_status, o.deleted_at, o.probation_until, o.admission_date) as ended,
           rule_probation(n.person_category, n.membership_status, n.deleted_at, n.probation_until, n.admission_date) as ends
      from gone o join made n on n.id = o.id
     where (o.org_id, o.org_code, o.person_category, o.membership_status, o.deleted_at, o.joined_branch_on, o.probation_until, o.admission_date)
           is distinct from (n.org_id, n.org_code, n.person_category, n.membership_status, n.deleted_at, n.joined_branch_on, n.probation_until, n.admission_date)
  ), places as (
    select was as c from changed where stands union select now from changed where stands
    union select o.code from changed x join org_post p on p.member_id = x.id join organisation o on o.id = p.org_id where x.stands)
  select p, c from places, unnest('{life,dues}'::text[]) as p
  union all
  (select 'people', was from changed where ended union select 'people', now from changed where ends)
  union all
  select distinct 'contact', f.org_code from changed x join mobile_outflow f on f.member_id = x.id and f.status in (2, 3) where x.binned
  union all
  select distinct 'transfer', s.c from changed x
    join relation_transfer t on t.member_id = x.id and relation_late(t.status, t.due_on, t.to_org_id is null)
   cross join lateral relation_spots(t.id, null) as s(c) where x.binned;
  return null;
end $$;
create trigger rule_probation_made after insert on member referencing new table as made for each statement
  execute function rule_mark('{people}', 'select org_code as c from changed
    where rule_probation(person_category, membership_status, deleted_at, probation_until, admission_date)');
create trigger rule_probation_gone after delete on member referencing old table as gone for each statement
  execute function rule_mark('{people}', 'select org_code as c from changed
    where rule_probation(person_category, membership_status, deleted_at, probation_until, admission_date)');

create or replace function rule_mark_all() returns trigger language plpgsql as $$
begin
  insert into rule_due (part, org_code)
  select p, '' from unnest('{org,life,dues,open,contact,tasks,development,people,transfer}'::text[]) as p;
  return null;
end $$;
do $$
declare watched text;
begin
  foreach watched in array '{mobile_outflow,office_part,development_file,relation_transfer,relation_hop,relation_letter}'::text[] loop
    execute format('create trigger rule_emptied after truncate on %I for each statement execute function rule_mark_all()', watched);
  end loop;
end $$;
