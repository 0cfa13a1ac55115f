-- 终端管理: which version of its programme a screen should hold, and what it played by time.

alter table box_device
  add column due_hash text not null default '',
  add column due_at   timestamptz;
comment on column box_device.due_hash is 'Version of the programme that it was last answered; it holds another one until all files are there';
comment on column box_device.due_at is 'Since when';
create index box_play_when on box_play (from_at, device_id);
