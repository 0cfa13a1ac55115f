-- To-dos of one account are read on every page's badge.
create index todo_account on todo (account_id) where done_at is null and account_id is not null;
