-- Every request asks whether the rights it knows still hold. One number answers that: it grows in the transaction
-- that changes rights, at its end, so that nobody waits for the row longer than a commit takes.

create table rights_version (
  is_only boolean primary key default true check (is_only),
  version bigint not null default 1
);
comment on table rights_version is 'Grows with every change of what any grant may do';
insert into rights_version default values;

create function rights_changed() returns trigger language plpgsql as $$
begin
  -- Once a transaction is enough, and one that moves a county has thousands of rows.
  if coalesce(current_setting('party.rights_changed', true), '') = '' then
    perform set_config('party.rights_changed', 'yes', true);
    update rights_version set version = version + 1;
  end if;
  return null;
end $$;

create constraint trigger rights_changed after insert or update or delete on role_permission
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on grant_permission
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on user_group_right
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on user_group_member
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on org_limit
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on user_group
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after update on role
  deferrable initially deferred for each row execute function rights_changed();
create constraint trigger rights_changed after insert or update or delete on permission
  deferrable initially deferred for each row execute function rights_changed();
-- Groups give and organisations limit by where they stand.
create constraint trigger rights_changed after update of code on organisation
  deferrable initially deferred for each row when (old.code is distinct from new.code) execute function rights_changed();
