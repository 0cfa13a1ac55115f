-- 任务进度: a part that was handed on counts what is done of it below, until it is reported itself.

create index if not exists office_task_parent_part on office_task (parent_part_id) where parent_part_id is not null;

create function office_share(part bigint) returns double precision language plpgsql stable as $$
begin
  return (
    select coalesce(sum(case when p.state = 4 then 1
                             when p.state in (0, 1, 3) then office_share(p.id)
                             else 0 end) / nullif(count(*), 0), 0)
      from office_task t join office_part p on p.task_id = t.id and p.state <> 5
     where t.parent_part_id = part and t.state in (2, 3) and t.deleted_at is null);
end $$;
comment on function office_share is 'How far a part is by the tasks it was handed on with, 0 to 1; 0 where there are none';
