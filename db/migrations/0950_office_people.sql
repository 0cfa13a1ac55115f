-- 任务 to people: a part is an organisation's, or one person's of it.

alter table office_part add column person_id bigint references member (id);
comment on column office_part.person_id is 'Whose part it is, where it was given to people; org_id is then the organisation of the person on that day';
alter table office_part drop constraint office_part_circle_id_org_id_key;
create unique index office_part_circle_id_org_id_key on office_part (circle_id, org_id) where person_id is null;
create unique index office_part_person on office_part (circle_id, person_id) where person_id is not null;
create index office_part_own on office_part (person_id, due_on) where person_id is not null;

alter table office_receiver add column person_id bigint not null default 0;
comment on column office_receiver.person_id is 'The person whose parts they are; 0: they are the organisation''s';
alter table office_receiver drop constraint office_receiver_pkey;
alter table office_receiver add primary key (task_id, org_id, person_id);
drop index office_receiver_place;
create index office_receiver_place on office_receiver (task_id, org_code, org_id, person_id);

create or replace function office_tally_made() returns trigger language plpgsql as $$
begin
  insert into office_tally_delta (circle_id, task_id, inside, state, due_on, n)
  select p.circle_id, p.task_id, starts_with(p.org_code, t.org_code), p.state, p.due_on, count(*)
    from made p join office_task t on t.id = p.task_id group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5;
  insert into office_receiver (task_id, org_id, person_id, org_code, parts)
  select task_id, org_id, coalesce(person_id, 0), min(org_code), count(*) from made group by 1, 2, 3 order by 1, 2, 3
  on conflict (task_id, org_id, person_id) do update
     set parts = office_receiver.parts + excluded.parts, org_code = excluded.org_code;
  return null;
end $$;
create or replace function office_tally_gone() returns trigger language plpgsql as $$
begin
  insert into office_tally_delta (circle_id, task_id, inside, state, due_on, n)
  select p.circle_id, p.task_id, starts_with(p.org_code, t.org_code), p.state, p.due_on, -count(*)
    from gone p join office_task t on t.id = p.task_id join office_circle c on c.id = p.circle_id
   group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5;
  update office_receiver r set parts = r.parts - g.n
    from (select task_id, org_id, coalesce(person_id, 0) as person_id, count(*) as n from gone group by 1, 2, 3) g
   where r.task_id = g.task_id and r.org_id = g.org_id and r.person_id = g.person_id;
  delete from office_receiver where parts <= 0;
  return null;
end $$;
create or replace function office_tally_changed() returns trigger language plpgsql as $$
begin
  insert into office_tally_delta (circle_id, task_id, inside, state, due_on, n)
  select p.circle_id, p.task_id, starts_with(p.org_code, t.org_code), p.state, p.due_on, sum(p.n)
    from (select circle_id, task_id, org_code, state, due_on, 1 as n from made
          union all select circle_id, task_id, org_code, state, due_on, -1 from gone) p
    join office_task t on t.id = p.task_id
   group by 1, 2, 3, 4, 5 having sum(p.n) <> 0 order by 1, 3, 4, 5;
  -- Another receiver, or the same at another place: found by grouping, since a join of both sides is planned once for any size.
  insert into office_receiver (task_id, org_id, person_id, org_code, parts)
  select task_id, org_id, person_id, coalesce(max(org_code) filter (where n > 0), max(org_code)), sum(n)
    from (select task_id, org_id, person_id, org_code, sum(n) as n
            from (select task_id, org_id, coalesce(person_id, 0) as person_id, org_code, 1 as n from made
                  union all select task_id, org_id, coalesce(person_id, 0), org_code, -1 from gone) sides
           group by 1, 2, 3, 4 having sum(n) <> 0) moved
   group by 1, 2, 3 order by 1, 2, 3
  on conflict (task_id, org_id, person_id) do update
     set parts = office_receiver.parts + excluded.parts, org_code = excluded.org_code;
  delete from office_receiver where parts <= 0;
  return null;
end $$;

update permission set name = '本人任务和工作会议' where key = 'task:own';
