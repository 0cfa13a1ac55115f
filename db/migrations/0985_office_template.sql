-- 存为模板: a task that is kept to be given again. It stands apart from drafts, and is never published itself.

alter table office_task add column is_template boolean not null default false;
alter table office_task add constraint office_task_template_check check (not is_template or state = 0);
comment on column office_task.is_template is 'Kept to be given again: a draft that is copied, never published';
create index office_task_template on office_task (org_id) where is_template and deleted_at is null;
