-- What the balance of a city and the desk of its transfers are read from without walking through its people.

-- How much of their way down the tree two organisations have in common.
create function code_shared(a text, b text) returns smallint language sql immutable parallel safe as $$
  select case when a is null or b is null then -1
    else coalesce((select max(n) from generate_series(4, least(length(a), length(b)), 4) n where left(a, n) = left(b, n)), 0) end::smallint
$$;
comment on function code_shared is 'Signs that two codes have in common, whole levels alone; -1 where one of them is missing';

-- Both ends of a transfer, by their codes.
alter table relation_transfer add column from_code text collate "C", add column to_code text collate "C";
update relation_transfer t
   set from_code = (select code from organisation where id = t.from_org_id), to_code = (select code from organisation where id = t.to_org_id);
alter table relation_transfer add column shared smallint not null generated always as (code_shared(from_code, to_code)) stored;
comment on column relation_transfer.from_code is 'Code of the sending branch as the tree stands now, kept by triggers; null: outside';
comment on column relation_transfer.to_code is 'Code of the receiving branch, likewise';
comment on column relation_transfer.shared is 'It leads out of a subtree whose code is longer than this, and stays inside every other one that holds an end';

create function relation_transfer_codes() returns trigger language plpgsql as $$
begin
  new.from_code := (select code from organisation where id = new.from_org_id);
  new.to_code := (select code from organisation where id = new.to_org_id);
  return new;
end $$;
create trigger relation_transfer_coded before insert or update of from_org_id, to_org_id on relation_transfer
  for each row execute function relation_transfer_codes();
create function relation_transfer_recode() returns trigger language plpgsql as $$
begin
  update relation_transfer set from_code = new.code where from_org_id = new.id;
  update relation_transfer set to_code = new.code where to_org_id = new.id;
  return null;
end $$;
create trigger organisation_recodes_transfers after update of code on organisation
  for each row when (old.code is distinct from new.code) execute function relation_transfer_recode();

create index relation_transfer_from on relation_transfer (from_org_id);
create index relation_transfer_to on relation_transfer (to_org_id);
create index relation_transfer_left on relation_transfer (shared, from_code) where status in (5, 6);
create index relation_transfer_came on relation_transfer (shared, to_code) where status in (5, 6);
create index relation_transfer_running on relation_transfer (status, due_on) where status in (0, 1, 2, 3, 4, 5, 7, 8);
create index relation_hop_passing on relation_hop (org_code) where state = 'waiting' and not decides;

-- Lines of the ledger whose other end lies inside the same subtree cancel there.
alter table member_ledger add column shared smallint not null default -1;
comment on column member_ledger.shared is 'Signs of code that both ends of its transfer have in common: they cancel in subtrees whose code is no longer; -1: no other end';
create function member_ledger_pair() returns trigger language plpgsql as $$
begin
  -- Its own update comes here again, and then finds nothing.
  if not exists (select from made where transfer_id is not null) then
    return null;
  end if;
  update member_ledger l set shared = f.shared
    from (select a.id, max(code_shared(a.org_code, b.org_code)) as shared
            from member_ledger a
            left join member_ledger b on b.transfer_id = a.transfer_id and b.sign = -a.sign and b.recorded_on = a.recorded_on
           where a.transfer_id in (select transfer_id from made)
           group by a.id) f
   where l.id = f.id and l.shared <> f.shared;
  return null;
end $$;
update member_ledger l set shared = f.shared
  from (select a.id, max(code_shared(a.org_code, b.org_code)) as shared
          from member_ledger a join member_ledger b on b.transfer_id = a.transfer_id and b.sign = -a.sign and b.recorded_on = a.recorded_on
         group by a.id) f
 where l.id = f.id;
create trigger member_ledger_paired after insert on member_ledger
  referencing new table as made for each statement execute function member_ledger_pair();
create trigger member_ledger_pair_moved after update on member_ledger
  referencing new table as made for each statement execute function member_ledger_pair();
create index member_ledger_crossing on member_ledger (shared, org_code, recorded_on) include (member_id, sign, way);

-- Members in good standing of every subtree, by the day on which their records were entered.
create table member_roll (
  org_code   text collate "C" not null,
  entered_on date not null,
  n          bigint not null,
  primary key (org_code, entered_on)
);
comment on table member_roll is 'How many members in good standing a subtree has whose records were entered on a day; what is not folded yet stands in member_roll_delta';
create table member_roll_delta (
  id         bigint generated always as identity primary key,
  org_code   text collate "C" not null,
  entered_on date not null,
  n          bigint not null
);
comment on table member_roll_delta is 'Changes of member_roll; a worker folds them upward';
create index member_roll_delta_place on member_roll_delta (org_code);

-- Written by the database itself, so that no act upon a person can forget it.
create function member_roll_made() returns trigger language plpgsql as $$
begin
  insert into member_roll_delta (org_code, entered_on, n)
  select org_code, (created_at at time zone 'Asia/Shanghai')::date, count(*) from made
   where person_category in (1, 2) and membership_status = 1 and deleted_at is null group by 1, 2 order by 1, 2;
  return null;
end $$;
create function member_roll_gone() returns trigger language plpgsql as $$
begin
  insert into member_roll_delta (org_code, entered_on, n)
  select org_code, (created_at at time zone 'Asia/Shanghai')::date, -count(*) from gone
   where person_category in (1, 2) and membership_status = 1 and deleted_at is null group by 1, 2 order by 1, 2;
  return null;
end $$;
-- Row by row, and only where something counts otherwise: most changes of people change nothing here, and cost nothing.
create function member_roll_changed() returns trigger language plpgsql as $$
begin
  if old.person_category in (1, 2) and old.membership_status = 1 and old.deleted_at is null then
    insert into member_roll_delta (org_code, entered_on, n) values (old.org_code, (old.created_at at time zone 'Asia/Shanghai')::date, -1);
  end if;
  if new.person_category in (1, 2) and new.membership_status = 1 and new.deleted_at is null then
    insert into member_roll_delta (org_code, entered_on, n) values (new.org_code, (new.created_at at time zone 'Asia/Shanghai')::date, 1);
  end if;
  return null;
end $$;
create trigger member_roll_made after insert on member
  referencing new table as made for each statement execute function member_roll_made();
create trigger member_roll_gone after delete on member
  referencing old table as gone for each statement execute function member_roll_gone();
create trigger member_roll_changed after update on member for each row
  when ((old.org_code, old.person_category, old.membership_status, old.deleted_at, old.created_at)
        is distinct from (new.org_code, new.person_category, new.membership_status, new.deleted_at, new.created_at))
  execute function member_roll_changed();
insert into member_roll (org_code, entered_on, n)
select left(org_code, level * 4), (created_at at time zone 'Asia/Shanghai')::date, count(*)
  from member cross join lateral generate_series(1, length(org_code) / 4) level
 where person_category in (1, 2) and membership_status = 1 and deleted_at is null
 group by 1, 2;

-- The few who are gone or not found are looked up instead of everybody else.
create index member_gone on member (id) where deleted_at is not null;
create index member_lost on member (id) where is_lost_contact;
