-- The phone by which a password is retrieved: confirmed by its owner, and its change told to the old number.

alter table account add column phone_confirmed_at timestamptz;
comment on column account.phone_confirmed_at is
  'When the owner entered a code sent to this phone (safe centre). An account that works in an office is retrieved by a confirmed phone alone';
-- Numbers that opened the retrieval until now go on doing so.
update account set phone_confirmed_at = now() where phone_enc is not null;

-- Who has no office and no number of the own is retrieved by the phone in the record, which many ways change (form, sheet,
-- merge, proposal): here none is forgotten. The old number travels sealed, as it lay.
create function tell_old_phone() returns trigger language plpgsql as $$
begin
  insert into outbox (topic, payload)
  select 'phoneChanged', jsonb_build_object(
           'accountId', a.id::text, 'place', 'member.phone.' || old.id, 'phone', encode(old.phone_enc, 'base64'),
           'newMask', new.phone_mask, 'host', '*')
    from account a
   where a.member_id = new.id and a.enabled and a.phone_enc is null
     and not exists (select from usable_grant g where g.account_id = a.id and g.base = 'subtree');
  return null;
end $$;
comment on function tell_old_phone is 'Writes news of another phone for whoever has the old one; the session module delivers it';
create trigger member_phone_told after update of phone_index on member for each row
  when (old.phone_enc is not null and old.phone_index is distinct from new.phone_index and new.deleted_at is null
        and new.erased_at is null)
  execute function tell_old_phone();
