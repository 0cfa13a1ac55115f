-- How many organisations of a subtree have opened and closed a month: kept as the sums of their bills are (0761), so that the overview
-- of a city does not read a line of each of its organisations. They stand where their organisation stands now.

create table dues_month_sum (
  org_code text collate "C" not null,
  month    text collate "C" not null,
  state    smallint not null,
  n        bigint not null,
  primary key (org_code, month, state)
);
comment on table dues_month_sum is 'How many organisations of a subtree have a month in a state (dues_month); what is not folded yet stands in dues_month_sum_delta';

create table dues_month_sum_delta (
  id       bigint generated always as identity primary key,
  org_code text collate "C" not null,
  month    text collate "C" not null,
  state    smallint not null,
  n        bigint not null
);
comment on table dues_month_sum_delta is 'Changes of dues_month_sum, one an organisation, month and state of each statement; a worker folds them upward';
create index dues_month_sum_delta_place on dues_month_sum_delta (org_code, month);

-- The organisations are held: one that moves meanwhile takes along what its mover sees.
create function dues_month_made() returns trigger language plpgsql as $$
begin
  perform from organisation where id in (select org_id from made) order by id for share;
  insert into dues_month_sum_delta (org_code, month, state, n)
  select o.code, x.month, x.state, count(*) from made x join organisation o on o.id = x.org_id group by 1, 2, 3 order by 1, 2, 3;
  return null;
end $$;
create function dues_month_gone() returns trigger language plpgsql as $$
begin
  perform from organisation where id in (select org_id from gone) order by id for share;
  insert into dues_month_sum_delta (org_code, month, state, n)
  select o.code, x.month, x.state, -count(*) from gone x join organisation o on o.id = x.org_id group by 1, 2, 3 order by 1, 2, 3;
  return null;
end $$;
create function dues_month_changed() returns trigger language plpgsql as $$
begin
  perform from organisation where id in (select org_id from gone union select org_id from made) order by id for share;
  insert into dues_month_sum_delta (org_code, month, state, n)
  select o.code, x.month, x.state, sum(x.n) from (
    select org_id, month, state, 1 as n from made union all select org_id, month, state, -1 from gone) x
    join organisation o on o.id = x.org_id group by 1, 2, 3 having sum(x.n) <> 0 order by 1, 2, 3;
  return null;
end $$;
create trigger dues_month_sum_made after insert on dues_month
  referencing new table as made for each statement execute function dues_month_made();
create trigger dues_month_sum_gone after delete on dues_month
  referencing old table as gone for each statement execute function dues_month_gone();
create trigger dues_month_sum_changed after update on dues_month
  referencing new table as made old table as gone for each statement execute function dues_month_changed();

create function dues_month_moved() returns trigger language plpgsql as $$
begin
  insert into dues_month_sum_delta (org_code, month, state, n)
  select x.code, d.month, d.state, sum(x.n) from (
    select n.id, n.code, 1 as n from made n join gone o on o.id = n.id and o.code <> n.code
    union all select o.id, o.code, -1 from made n join gone o on o.id = n.id and o.code <> n.code) x
    join dues_month d on d.org_id = x.id group by 1, 2, 3 order by 1, 2, 3;
  return null;
end $$;
create trigger dues_month_sum_moved after update on organisation
  referencing new table as made old table as gone for each statement execute function dues_month_moved();

insert into dues_month_sum (org_code, month, state, n)
select left(o.code, level * 4), d.month, d.state, count(*)
  from dues_month d join organisation o on o.id = d.org_id cross join lateral generate_series(1, length(o.code) / 4) level
 group by 1, 2, 3;
