-- A new master key reaches every sealed value by a work in the background; how far it is stands here.
create table key_change (
  key_id      text primary key,
  started_at  timestamptz not null default now(),
  resealed    bigint not null default 0,
  unreadable  integer,
  finished_at timestamptz
);
comment on table key_change is '换用新的加密密钥：one row a key that values were sealed anew with';
comment on column key_change.resealed is 'Values that were sealed anew so far';
comment on column key_change.unreadable is 'Values that no key opens, found when it was finished; they stay as they are';

-- A value that is sealed anew says nothing else of the person: nothing is to be counted again for it.
create or replace function mark_faults_stale() returns trigger language plpgsql as $$
begin
  if current_setting('platform.resealing', true) = 'on' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into member_fault_stale (org_code) select distinct org_code from new_rows;
  elsif tg_op = 'DELETE' then
    insert into member_fault_stale (org_code) select distinct org_code from old_rows;
  else
    insert into member_fault_stale (org_code) select org_code from old_rows union select org_code from new_rows;
  end if;
  return null;
end $$;
