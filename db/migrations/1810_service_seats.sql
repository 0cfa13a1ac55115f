-- Seats at an activity: a waiting list in order, seats that are offered for some hours, 能到 or 不能到 a day before, and no-shows.

alter table service_signup drop constraint service_signup_state_check;
update service_signup set state = 4 where state = 3;
alter table service_signup
  add constraint service_signup_state_check check (state between 0 and 5),
  add column queued_at       timestamptz,
  add column offered_until   timestamptz,
  add column asked_at        timestamptz,
  add column coming          smallint check (coming in (1, 2)),
  add column absent_on       date,
  add column objection       text not null default '',
  add column objection_state smallint not null default 0 check (objection_state between 0 and 3),
  add column objection_note  text not null default '',
  add check ((state = 3) = (queued_at is not null)),
  add check (offered_until is null or state = 3),
  add check ((state = 5) = (absent_on is not null)),
  add check ((objection_state > 0) = (objection <> ''));
comment on table service_signup is 'Somebody at an activity: 0 待审, 1 通过, 2 不通过, 3 候补, 4 已取消, 5 缺席';
comment on column service_signup.queued_at is 'The place in the waiting list; kept by order_service_seat';
comment on column service_signup.offered_until is 'A free seat is kept for whoever waits until then, to be confirmed';
comment on column service_signup.asked_at is 'When the person was asked, a day before, whether they come';
comment on column service_signup.coming is 'The answer: 1 能到, 2 不能到';
comment on column service_signup.absent_on is 'The day of an activity to which somebody with a seat did not come; seats of before this rule stay as they were';
comment on column service_signup.objection_state is '0 none, 1 waits for the organiser, 2 采纳, 3 不采纳';

create index service_signup_queue on service_signup (activity_id, queued_at, id) where state = 3;
create index service_signup_offer on service_signup (offered_until) where offered_until is not null;
create index service_signup_absent on service_signup (member_id, absent_on) where state = 5;
create index service_signup_objection on service_signup (org_code, id) where objection_state = 1;

alter table service_activity add column queued integer not null default 0;
comment on column service_activity.queued is 'Who waits for a seat and has none offered; kept by the trigger of service_signup';
comment on column service_activity.taken is 'Seats that are held: those that wait for the organisation, those accepted, those offered';

-- A place in the waiting list is that of the moment in which it was taken: whoever signs up holds the activity.
create function order_service_seat() returns trigger language plpgsql as $$
begin
  if new.state <> 3 then new.queued_at := null; new.offered_until := null;
  elsif new.queued_at is null then new.queued_at := clock_timestamp();
  end if;
  if new.state <> 5 then new.absent_on := null;
  elsif new.absent_on is null then
    select (a.ends_at at time zone 'Asia/Shanghai')::date into new.absent_on from service_activity a where a.id = new.activity_id;
  end if;
  return new;
end $$;
create trigger service_signup_seat before insert or update on service_signup for each row execute function order_service_seat();

create or replace function count_service_signup() returns trigger language plpgsql as $$
begin
  with changed as (
    select activity_id as id, state, signed_at, offered_until, 1 as sign from added
    union all
    select activity_id, state, signed_at, offered_until, -1 from taken_away
  ), sums as (
    select id, sum(sign * (state = 0)::int)::int as asked, sum(sign * (state in (0, 1, 5) or offered_until is not null)::int)::int as taken,
           sum(sign * (signed_at is not null)::int)::int as came, sum(sign * (state = 3 and offered_until is null)::int)::int as queued
      from changed group by id order by id)
  update service_activity a set asked = a.asked + d.asked, taken = a.taken + d.taken, came = a.came + d.came, queued = a.queued + d.queued
    from sums d where a.id = d.id and (d.asked, d.taken, d.came, d.queued) is distinct from (0, 0, 0, 0);
  return null;
end $$;
create or replace function count_service_signup_new() returns trigger language plpgsql as $$
begin
  update service_activity a set asked = a.asked + d.asked, taken = a.taken + d.taken, came = a.came + d.came, queued = a.queued + d.queued
    from (select activity_id as id, count(*) filter (where state = 0)::int as asked,
                 count(*) filter (where state in (0, 1, 5) or offered_until is not null)::int as taken, count(signed_at)::int as came,
                 count(*) filter (where state = 3 and offered_until is null)::int as queued
            from added group by 1 order by 1) d where a.id = d.id;
  return null;
end $$;
create or replace function count_service_signup_gone() returns trigger language plpgsql as $$
begin
  update service_activity a set asked = a.asked - d.asked, taken = a.taken - d.taken, came = a.came - d.came, queued = a.queued - d.queued
    from (select activity_id as id, count(*) filter (where state = 0)::int as asked,
                 count(*) filter (where state in (0, 1, 5) or offered_until is not null)::int as taken, count(signed_at)::int as came,
                 count(*) filter (where state = 3 and offered_until is null)::int as queued
            from taken_away group by 1 order by 1) d where a.id = d.id;
  return null;
end $$;
