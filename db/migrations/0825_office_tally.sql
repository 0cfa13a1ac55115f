-- 任务 of a whole city: how many parts of each cycle stand in which state, and which organisations have any, kept by the database
-- itself, so that lists and matrix do not count a quarter of a million parts. Sums are appended as deltas and folded by a worker, as
-- member_counter is, so that no two who report wait for each other.

create table office_tally (
  circle_id bigint not null references office_circle (id) on delete cascade,
  task_id   bigint not null references office_task (id) on delete cascade,
  inside    boolean not null,
  state     smallint not null,
  due_on    date not null,
  n         integer not null,
  primary key (circle_id, inside, state, due_on)
);
comment on table office_tally is 'Parts of a cycle by state and last day; what is not folded yet stands in office_tally_delta';
comment on column office_tally.inside is 'The receiver lies below the giver, as all do until one is moved elsewhere';
create index office_tally_task on office_tally (task_id);

create table office_tally_delta (
  id        bigint generated always as identity primary key,
  circle_id bigint not null references office_circle (id) on delete cascade,
  task_id   bigint not null references office_task (id) on delete cascade,
  inside    boolean not null,
  state     smallint not null,
  due_on    date not null,
  n         integer not null
);
comment on table office_tally_delta is 'Changes of the sums, one a cycle, state and day of each statement';
create index office_tally_delta_task on office_tally_delta (task_id);
create index office_tally_delta_circle on office_tally_delta (circle_id);

create table office_receiver (
  task_id  bigint not null references office_task (id) on delete cascade,
  org_id   bigint not null references organisation (id),
  org_code text collate "C" not null,
  parts    integer not null,
  primary key (task_id, org_id)
);
comment on table office_receiver is 'Organisations that have parts of a task, with how many: the rows of its matrix';
create index office_receiver_place on office_receiver (task_id, org_code, org_id);
create index office_receiver_none on office_receiver (task_id) where parts <= 0;

create function office_tally_made() returns trigger language plpgsql as $$
begin
  insert into office_tally_delta (circle_id, task_id, inside, state, due_on, n)
  select p.circle_id, p.task_id, starts_with(p.org_code, t.org_code), p.state, p.due_on, count(*)
    from made p join office_task t on t.id = p.task_id group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5;
  insert into office_receiver (task_id, org_id, org_code, parts)
  select task_id, org_id, min(org_code), count(*) from made group by 1, 2 order by 1, 2
  on conflict (task_id, org_id) do update
     set parts = office_receiver.parts + excluded.parts, org_code = excluded.org_code;
  return null;
end $$;
create function office_tally_gone() returns trigger language plpgsql as $$
begin
  insert into office_tally_delta (circle_id, task_id, inside, state, due_on, n)
  select p.circle_id, p.task_id, starts_with(p.org_code, t.org_code), p.state, p.due_on, -count(*)
    from gone p join office_task t on t.id = p.task_id join office_circle c on c.id = p.circle_id
   group by 1, 2, 3, 4, 5 order by 1, 3, 4, 5;
  update office_receiver r set parts = r.parts - g.n
    from (select task_id, org_id, count(*) as n from gone group by 1, 2) g
   where r.task_id = g.task_id and r.org_id = g.org_id;
  delete from office_receiver where parts <= 0;
  return null;
end $$;
create function office_tally_changed() returns trigger language plpgsql as $$
begin
  insert into office_tally_delta (circle_id, task_id, inside, state, due_on, n)
  select p.circle_id, p.task_id, starts_with(p.org_code, t.org_code), p.state, p.due_on, sum(p.n)
    from (select circle_id, task_id, org_code, state, due_on, 1 as n from made
          union all select circle_id, task_id, org_code, state, due_on, -1 from gone) p
    join office_task t on t.id = p.task_id
   group by 1, 2, 3, 4, 5 having sum(p.n) <> 0 order by 1, 3, 4, 5;
  -- Another organisation, or the same at another place: found by grouping, since a join of both sides is planned once for any size.
  insert into office_receiver (task_id, org_id, org_code, parts)
  select task_id, org_id, coalesce(max(org_code) filter (where n > 0), max(org_code)), sum(n)
    from (select task_id, org_id, org_code, sum(n) as n
            from (select task_id, org_id, org_code, 1 as n from made
                  union all select task_id, org_id, org_code, -1 from gone) sides
           group by 1, 2, 3 having sum(n) <> 0) moved
   group by 1, 2 order by 1, 2
  on conflict (task_id, org_id) do update
     set parts = office_receiver.parts + excluded.parts, org_code = excluded.org_code;
  delete from office_receiver where parts <= 0;
  return null;
end $$;
create trigger office_part_tally_made after insert on office_part
  referencing new table as made for each statement execute function office_tally_made();
create trigger office_part_tally_gone after delete on office_part
  referencing old table as gone for each statement execute function office_tally_gone();
create trigger office_part_tally_changed after update on office_part
  referencing new table as made old table as gone for each statement execute function office_tally_changed();

insert into office_tally (circle_id, task_id, inside, state, due_on, n)
select p.circle_id, p.task_id, starts_with(p.org_code, t.org_code), p.state, p.due_on, count(*)
  from office_part p join office_task t on t.id = p.task_id group by 1, 2, 3, 4, 5;
insert into office_receiver (task_id, org_id, org_code, parts)
select task_id, org_id, min(org_code), count(*) from office_part group by 1, 2;
