-- 党费 of whole subtrees: sums of the bills by organisation, month and state, added up to every organisation above. Money in fen
-- needs bigint, so that they stand beside member_counter and not in it; they are folded alike.

create table dues_sum (
  org_code text collate "C" not null,
  month    text collate "C" not null,
  state    smallint not null,
  n        bigint not null,
  amount   bigint not null,
  primary key (org_code, month, state)
);
comment on table dues_sum is 'How many bills a subtree has in a month and state, and their fen; what is not folded yet stands in dues_sum_delta';

create table dues_sum_delta (
  id       bigint generated always as identity primary key,
  org_code text collate "C" not null,
  month    text collate "C" not null,
  state    smallint not null,
  n        bigint not null,
  amount   bigint not null
);
comment on table dues_sum_delta is 'Changes of the sums, one a branch, month and state of each statement; a worker folds them upward';
create index dues_sum_delta_place on dues_sum_delta (org_code, month);

-- Written by the database itself, so that no act upon bills can forget it.
create function dues_sum_made() returns trigger language plpgsql as $$
begin
  insert into dues_sum_delta (org_code, month, state, n, amount)
  select org_code, month, state, count(*), sum(amount) from made group by 1, 2, 3 order by 1, 2, 3;
  return null;
end $$;
create function dues_sum_gone() returns trigger language plpgsql as $$
begin
  insert into dues_sum_delta (org_code, month, state, n, amount)
  select org_code, month, state, -count(*), -sum(amount) from gone group by 1, 2, 3 order by 1, 2, 3;
  return null;
end $$;
create function dues_sum_changed() returns trigger language plpgsql as $$
begin
  insert into dues_sum_delta (org_code, month, state, n, amount)
  select org_code, month, state, sum(n), sum(amount) from (
    select org_code, month, state, 1 as n, amount from made
    union all select org_code, month, state, -1, -amount from gone) both_sides
   group by 1, 2, 3 having sum(n) <> 0 or sum(amount) <> 0 order by 1, 2, 3;
  return null;
end $$;
create trigger dues_bill_sum_made after insert on dues_bill
  referencing new table as made for each statement execute function dues_sum_made();
create trigger dues_bill_sum_gone after delete on dues_bill
  referencing old table as gone for each statement execute function dues_sum_gone();
create trigger dues_bill_sum_changed after update on dues_bill
  referencing new table as made old table as gone for each statement execute function dues_sum_changed();

insert into dues_sum (org_code, month, state, n, amount)
select left(org_code, level * 4), month, state, count(*), sum(amount)
  from dues_bill cross join lateral generate_series(1, length(org_code) / 4) level
 group by 1, 2, 3;
