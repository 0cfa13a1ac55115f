-- Whose a grant is, in which role and where it stands is kept together with its rights now, so that a change of these
-- counts as a change of rights.

create constraint trigger rights_changed after update on account
  deferrable initially deferred for each row
  when ((old.name, old.member_id, old.must_change_password, old.enabled)
        is distinct from (new.name, new.member_id, new.must_change_password, new.enabled))
  execute function rights_changed();

drop trigger rights_changed on account_role;
create constraint trigger rights_changed after update on account_role
  deferrable initially deferred for each row
  when ((old.account_id, old.role_id, old.org_id, old.revoked_at, old.valid_from, old.valid_until)
        is distinct from (new.account_id, new.role_id, new.org_id, new.revoked_at, new.valid_from, new.valid_until))
  execute function rights_changed();
create constraint trigger grant_erased after delete on account_role
  deferrable initially deferred for each row execute function rights_changed();

drop trigger rights_changed on organisation;
create constraint trigger rights_changed after update on organisation
  deferrable initially deferred for each row
  when ((old.code, old.name, old.type, old.deleted_at) is distinct from (new.code, new.name, new.type, new.deleted_at))
  execute function rights_changed();

comment on table rights_version is 'Grows with every change of what any grant may do, and of whose it is, in which role and where';
