-- Whatever closes a to-do finds it by what it is about.
create index todo_subject on todo (subject) where done_at is null;
