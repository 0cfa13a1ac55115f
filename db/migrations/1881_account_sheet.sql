-- 账号按表办理: what each line of a written sheet did, so that it can be taken back and the first passwords be printed.
create table account_sheet_line (
  batch_id bigint not null references import_batch (id) on delete cascade,
  row_no int not null,
  act text not null check (act in ('open', 'stop', 'move')),
  account_id bigint not null references account (id) on delete cascade,
  grant_id bigint references account_role (id) on delete cascade,
  is_new boolean not null default false,
  taken bigint[] not null default '{}',
  undone_at timestamptz,
  primary key (batch_id, row_no)
);
create index account_sheet_line_account on account_sheet_line (account_id);
comment on table account_sheet_line is '账号按表办理的每一行';
comment on column account_sheet_line.grant_id is 'the role that the line gave';
comment on column account_sheet_line.is_new is 'the line made the account';
comment on column account_sheet_line.taken is 'roles that moving took back';
