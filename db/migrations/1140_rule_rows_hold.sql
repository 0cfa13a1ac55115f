-- What is counted of one row also hangs on another: a part on its task, an outflow and a transfer on their person. Each marks by what
-- its own transaction sees, so that a late part and the withdrawal of its task, written at the same moment, could each miss the other.
-- Whatever is late therefore holds the row that it hangs on until its transaction ends: whoever changes that row sees it then.

create function rule_hold() returns trigger language plpgsql as $$
begin
  execute format('select from %I where id in (%s) order by id for share', tg_argv[0], tg_argv[1]);
  return null;
end $$;
comment on function rule_hold is 'First argument: the table that is held; second: what gives its ids from the changed rows, as `made`';

create function rule_holds(watched regclass, held text, ids text) returns void language plpgsql as $$
begin
  execute format('create trigger rule_held_made after insert on %s referencing new table as made for each statement execute function rule_hold(%L, %L)',
    watched, held, ids);
  execute format('create trigger rule_held_changed after update on %s referencing new table as made for each statement execute function rule_hold(%L, %L)',
    watched, held, ids);
end $$;

select rule_holds('office_part', 'office_task', 'select task_id from made where state in (0, 1, 3) and rule_due_by(due_on)');
select rule_holds('mobile_outflow', 'member', 'select member_id from made
  where status in (2, 3) and rule_due_by((coalesce(last_contact_on, confirmed_on) + interval ''1 month'')::date)');
select rule_holds('relation_transfer', 'member', 'select member_id from made where relation_late(status, due_on, to_org_id is null)');
