-- 免考 of people and of organisations ends in one way: taken back while it waits, or ended from a day once it was confirmed.

alter table assess_exemption
  add column planned_to date,
  add column end_reason text not null default '',
  add column ended_by   text not null default '',
  add column ended_at   timestamptz;
comment on column assess_exemption.planned_to is 'Until when it was confirmed, where it was ended earlier; null: it was not';
alter table integral_exemption
  add column planned_to date,
  add column end_reason text not null default '',
  add column ended_by   text not null default '',
  add column ended_at   timestamptz,
  drop constraint integral_exemption_state_check,
  add constraint integral_exemption_state_check check (state between 0 and 3);
comment on column integral_exemption.planned_to is 'Until when it was confirmed, where it was ended earlier; null: it was not';
comment on table integral_exemption is '免考: an organisation without an item (null: without all of a plan) from a day to a day. 0 待确认, 1 已确认, 2 不同意, 3 已撤销';

-- As in 1000, and a year that lies behind the new end counts again.
create or replace function assess_exemption_years() returns trigger language plpgsql as $$
declare
  who bigint;
  in_year smallint;
begin
  for who, in_year in
    select distinct p.id, extract(year from s)::smallint
      from unnest(array[new.member_id, old.member_id]) as p (id)
     cross join generate_series(make_date(extract(year from new.from_on)::int, 1, 1), greatest(new.to_on, old.to_on), interval '1 year') as s
     where p.id is not null order by 1, 2
  loop
    -- Of two about one person the second sees what the first has written.
    perform from member where id = who for share;
    if exists (select from assess_exemption e
                cross join generate_series(1, 12) as month
                cross join lateral (select (make_date(in_year, month, 1) + interval '1 month - 1 day')::date as day) as last
                where e.member_id = who and e.item_id is null and e.state = 1 and last.day between e.from_on and e.to_on) then
      insert into point_exempt (member_id, org_id, org_code, year, reason, created_by)
      select m.id, m.org_id, m.org_code, in_year, new.reason, new.decided_by from member m where m.id = who
      on conflict (member_id, year) where ended_at is null do nothing;
    else
      update point_exempt set ended_at = now(), ended_by = coalesce(nullif(new.ended_by, ''), new.decided_by)
       where member_id = who and year = in_year and ended_at is null;
    end if;
  end loop;
  return null;
end $$;
drop trigger assess_exemption_apart on assess_exemption;
create trigger assess_exemption_apart after insert or update of member_id, state, to_on on assess_exemption
  for each row execute function assess_exemption_years();
