-- An exported file leads back to who exported it: by a number that it shows, and bears unseen in its cells.
alter table job add column ip text not null default '';
comment on column job.ip is 'The address from which it was asked for';

create table export_mark (
  code       text primary key,
  job_id     bigint unique references job (id) on delete set null,
  made_at    timestamptz not null default now(),
  account_id bigint not null,
  org_id     bigint not null,
  ip         text not null,
  title      text not null,
  purpose    text not null
);
comment on table export_mark is '导出编号: one an exported file';

insert into permission (id, key, name) values (299, 'log:trace', '追查导出文件');
insert into role_permission (role_id, permission_key)
select role_id, 'log:trace' from role_permission where permission_key = 'log:verify';
