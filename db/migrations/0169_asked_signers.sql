-- Who asked a signer along: nobody signs such a task for somebody else, the asker finds the matter and takes it back.
alter table workflow_task add column asked_by bigint references account (id);
comment on column workflow_task.asked_by is 'Who asked this signer along (加签); null: the process did';
-- The history of both is written in one transaction, hence at one instant.
update workflow_task t set asked_by = e.account_id
  from workflow_event e
 where t.parent_id is not null and e.instance_id = t.instance_id and e.kind = 'added' and e.at = t.created_at;
create index workflow_task_asked on workflow_task (asked_by, instance_id) where asked_by is not null;
