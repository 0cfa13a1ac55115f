-- How an account left its lists, so that another machine shows them the same way.

create table list_memory (
  account_id bigint not null references account (id),
  page       text not null,
  memory     jsonb not null,
  changed_at timestamptz not null default now(),
  primary key (account_id, page)
);
comment on table list_memory is 'One account''s arrangement of one list; names of columns and figures, nothing of its rows';
comment on column list_memory.page is 'The list''s path in the address of the page';
comment on column list_memory.memory is 'columns and largeColumns {order, hidden, widths in pixels}, sort, order, pageNum, pageSize; absent: the list''s own';
