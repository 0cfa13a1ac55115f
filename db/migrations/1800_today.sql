-- 今日: who asks for a to-do, what somebody puts off until a day, and what was done today.

alter table todo add column asked_by text not null default '';
alter table todo add column from_org_id bigint references organisation (id);
comment on column todo.asked_by is 'Name of whoever asks; empty: it follows from the records';
comment on column todo.from_org_id is 'The organisation that asks, or whose matter it is; null: the own';
create index todo_done on todo (org_id, role_id, done_at) where done_at is not null;
create index todo_own on todo (account_id, done_at) where account_id is not null;

create table todo_later (
  account_id bigint not null references account (id) on delete cascade,
  todo_id    bigint not null references todo (id) on delete cascade,
  until      date not null,
  primary key (account_id, todo_id)
);
create index todo_later_todo on todo_later (todo_id);
comment on table todo_later is '稍后提醒: an account does not see the to-do before this day; others who share it do';

-- Matters on drawn processes know who raised them.
update todo t set asked_by = a.name, from_org_id = i.org_id
  from workflow_task k join workflow_instance i on i.id = k.instance_id join account a on a.id = i.account_id
 where t.done_at is null and t.subject = 'workflow:' || k.id;
