-- Taking a sheet of accounts back compares with what the sheet did, and says of each line that it left why.
alter table account_sheet_line add column disabled_at timestamptz;
comment on column account_sheet_line.disabled_at is 'when the line stopped the account, as the account has it: who stopped it later is told from it';
update account_sheet_line l set disabled_at = a.disabled_at
  from account a, import_batch b
 where l.act = 'stop' and a.id = l.account_id and b.id = l.batch_id and a.disabled_at = b.finished_at;

alter table import_batch add column left_rows jsonb not null default '[]';
comment on column import_batch.left_rows is 'Lines that taking back has left, as {rowNo, reason}';
