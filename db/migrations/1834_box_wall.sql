-- 终端管理: a paired screen may show the data wall of its organisation, without anybody signed in at it.

alter table box_device
  add column is_wall  boolean not null default false,
  add column grant_id bigint references account_role (id);
comment on column box_device.is_wall is 'It shows the figures of its organisation (数据大屏) in place of a programme';
comment on column box_device.grant_id is 'In which grant it was paired; its figures are those that this grant may read, as long as it stands';
create index box_device_grant on box_device (grant_id) where grant_id is not null;
