-- Closed months of an organisation that moved: they count for those who were above it when it moved first, not for those above it
-- now. What is named here is taken out of the sums by code and added where it belongs.

create table dues_kept (
  org_id   bigint not null references organisation (id),
  month    text collate "C" not null,
  above_id bigint not null references organisation (id),
  child_id bigint not null references organisation (id),
  primary key (org_id, month, above_id)
);
comment on table dues_kept is 'Superiors of a closed month whose organisation has moved since, all of them; a month that is reopened follows its organisation again';
comment on column dues_kept.child_id is 'Directly below above_id at that time, on the way to org_id, or org_id itself';
create index dues_kept_above on dues_kept (above_id, month);
create index dues_kept_month on dues_kept (month);

-- By the database itself, so that no change of the tree forgets it. The ancestors of the time are read from the rows as they were.
create function dues_keep_superiors() returns trigger language plpgsql as $$
begin
  if not exists (select from gone join made using (id) where gone.code <> made.code) then
    return null;
  end if;
  insert into dues_kept (org_id, month, above_id, child_id)
  with moved as materialized (
    select gone.id, gone.code from gone join made using (id) where gone.code <> made.code
  ), place as materialized (
    select id, code from moved
    union all
    select o.id, o.code from organisation o
     where o.code in (select left(m.code, cut) from moved m cross join lateral generate_series(4, length(m.code) - 4, 4) cut)
       and not exists (select from moved m where m.id = o.id)
  )
  select x.id, d.month, above.id, child.id
    from moved x join dues_month d on d.org_id = x.id and d.state = 2
    cross join lateral generate_series(4, length(x.code) - 4, 4) cut
    join place above on above.code = left(x.code, cut)
    join place child on child.code = left(x.code, cut + 4)
   where not exists (select from dues_kept k where k.org_id = x.id and k.month = d.month);
  return null;
end $$;
create trigger organisation_dues_kept after update on organisation
  referencing old table as gone new table as made for each statement execute function dues_keep_superiors();

create function dues_follow_again() returns trigger language plpgsql as $$
begin
  delete from dues_kept where org_id = new.org_id and month = new.month;
  return null;
end $$;
create trigger dues_month_reopened after update of state on dues_month
  for each row when (old.state = 2 and new.state <> 2) execute function dues_follow_again();
