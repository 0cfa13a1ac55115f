-- 引用: columns of a grid whose values another collection has from the same organisations already; they arrive filled.

create table office_quote (
  task_id        bigint not null references office_task (id) on delete cascade,
  column_id      text not null,
  from_task_id   bigint not null references office_task (id),
  from_column_id text not null,
  rows           jsonb not null,
  created_at     timestamptz not null default now(),
  created_by     text not null,
  primary key (task_id, column_id)
);
comment on table office_quote is 'A column that is taken over from another collection; rows: ids of rows there by ids here';
create index office_quote_from on office_quote (from_task_id);
