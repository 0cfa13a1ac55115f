-- 插播: which screens showed it and since when, and who took it off before its time.

create table box_insert_reach (
  insert_id bigint not null references box_insert (id),
  device_id bigint not null references box_device (id),
  shown_at  timestamptz not null,
  primary key (insert_id, device_id)
);
comment on table box_insert_reach is 'A screen that has shown a 插播, by its own word, and when it did first';

alter table box_insert
  add column ended_name text not null default '',
  add column ended_at   timestamptz;
comment on column box_insert.ended_at is 'When somebody took it back or off before its time; null: it ends by itself';
create index box_insert_over on box_insert (org_code, to_at) where state = 'released';
