-- The log: how somebody signed in, from what; and seals by which a changed log is found out.

alter table audit_log
  add column way text,
  add column device text;
comment on column audit_log.way is 'Set for sign-ins alone: 账号, 扫码, 微信, …';
comment on column audit_log.device is 'Browser and system of a sign-in, in words';
create index audit_log_sign_in on audit_log (org_code, id desc) where way is not null;
create index audit_log_account on audit_log (account_id, id desc) where account_id is not null;
-- Rows come in the order of their time, so a window is found by a few pages.
create index audit_log_at on audit_log using brin (at);

create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function audit_log_append_only();

create table audit_seal (
  id        bigint primary key check (id > 0),
  first_id  bigint not null,
  last_id   bigint not null check (last_id >= first_id),
  n         integer not null check (n > 0),
  root      bytea not null,
  leaves    bytea not null,
  prev_hash bytea not null,
  hash      bytea not null,
  signature bytea not null,
  sealed_at timestamptz not null
);
comment on table audit_seal is 'A batch of audit_log in the order of ids, sealed: SM3 over its rows, chained to the seal before, signed with SM2';
comment on column audit_seal.id is '1, 2, 3 … without gaps';
comment on column audit_seal.last_id is 'The batch holds every row after the last_id of the seal before, up to here';
comment on column audit_seal.leaves is '16 bytes a row: its id and the first half of its SM3; names the row that was changed';

create function audit_seal_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_seal is append only';
end $$;
create trigger audit_seal_append_only before update or delete on audit_seal
  for each row execute function audit_seal_append_only();
create trigger audit_seal_no_truncate before truncate on audit_seal
  for each statement execute function audit_seal_append_only();

alter table member add column erased_at timestamptz;
alter table organisation add column erased_at timestamptz;
comment on column member.erased_at is 'Personal fields were destroyed; the row stays for what refers to it, and is in no recycle bin';
comment on column organisation.erased_at is 'Taken out of the recycle bin for good; code and name stay for the log';

insert into permission (id, key, name) values
  (150, 'log:export', '导出日志'),
  (151, 'log:verify', '核验日志'),
  (152, 'recycle:read', '查看回收站'),
  (153, 'recycle:restore', '从回收站恢复'),
  (154, 'recycle:erase', '彻底删除'),
  (155, 'recycle:eraseNow', '提前彻底删除');
insert into role_permission (role_id, permission_key)
select 3, key from permission where id in (152, 153, 154);
