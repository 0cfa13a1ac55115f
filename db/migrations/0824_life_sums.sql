-- 组织生活 of whole subtrees: how many meetings stand in each state, added up to every organisation above, so that the list of a
-- city opens without counting its archive. Written by the database itself; folded as the sums of the dues are.

create table life_sum (
  org_code text collate "C" not null,
  state    text collate "C" not null,
  n        integer not null,
  primary key (org_code, state)
);
comment on table life_sum is 'How many meetings a subtree has in a state, those of deleted organisations left out; what is not folded yet stands in life_sum_delta';
comment on column life_sum.state is '0 to 5 as life_meeting.state; x: cancelled';

create table life_sum_delta (
  id       bigint generated always as identity primary key,
  org_code text collate "C" not null,
  state    text collate "C" not null,
  n        integer not null
);
comment on table life_sum_delta is 'Changes of the sums, one an organisation and state of each statement; a worker folds them upward';
create index life_sum_delta_place on life_sum_delta (org_code);

create function life_sum_state(state smallint, cancelled timestamptz) returns text language sql immutable as $$
  select case when state = 5 then '5' when cancelled is not null then 'x' else state::text end $$;

create function life_sum_made() returns trigger language plpgsql as $$
begin
  insert into life_sum_delta (org_code, state, n)
  select m.org_code, life_sum_state(m.state, m.cancelled_at), count(*)
    from made m join organisation o on o.id = m.org_id and o.deleted_at is null group by 1, 2 order by 1, 2;
  return null;
end $$;
create function life_sum_gone() returns trigger language plpgsql as $$
begin
  insert into life_sum_delta (org_code, state, n)
  select m.org_code, life_sum_state(m.state, m.cancelled_at), -count(*)
    from gone m join organisation o on o.id = m.org_id and o.deleted_at is null group by 1, 2 order by 1, 2;
  return null;
end $$;
create function life_sum_changed() returns trigger language plpgsql as $$
begin
  insert into life_sum_delta (org_code, state, n)
  select m.org_code, m.state, sum(m.n) from (
    select org_id, org_code, life_sum_state(state, cancelled_at) as state, 1 as n from made
    union all select org_id, org_code, life_sum_state(state, cancelled_at), -1 from gone) m
    join organisation o on o.id = m.org_id and o.deleted_at is null
   group by 1, 2 having sum(m.n) <> 0 order by 1, 2;
  return null;
end $$;
create function life_sum_emptied() returns trigger language plpgsql as $$
begin
  delete from life_sum;
  delete from life_sum_delta;
  return null;
end $$;
-- Meetings of an organisation in the bin are in no list; they come back with it.
create function life_sum_of_org() returns trigger language plpgsql as $$
begin
  insert into life_sum_delta (org_code, state, n)
  select org_code, life_sum_state(state, cancelled_at), case when new.deleted_at is null then count(*) else -count(*) end
    from life_meeting where org_id = new.id group by 1, 2 order by 1, 2;
  return null;
end $$;
create trigger life_meeting_sum_made after insert on life_meeting
  referencing new table as made for each statement execute function life_sum_made();
create trigger life_meeting_sum_gone after delete on life_meeting
  referencing old table as gone for each statement execute function life_sum_gone();
create trigger life_meeting_sum_changed after update on life_meeting
  referencing new table as made old table as gone for each statement execute function life_sum_changed();
create trigger life_meeting_sum_emptied after truncate on life_meeting
  for each statement execute function life_sum_emptied();
create trigger organisation_life_sum after update of deleted_at on organisation
  for each row when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function life_sum_of_org();

insert into life_sum (org_code, state, n)
select left(m.org_code, level * 4), life_sum_state(m.state, m.cancelled_at), count(*)
  from life_meeting m join organisation o on o.id = m.org_id and o.deleted_at is null
 cross join lateral generate_series(1, length(m.org_code) / 4) level
 group by 1, 2;
