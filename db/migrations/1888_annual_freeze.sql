-- 年报冻结 is not the matter of a branch, and an unfinished freeze stands only while its job does.
update permission set above_branch = true where key = 'report:freeze';

alter table annual_freeze add column job_id bigint;
comment on column annual_freeze.job_id is 'Who writes it: one that is not frozen stands while this job is queued or running';
update annual_freeze f set job_id = j.id from job j
 where f.frozen_at is null and j.kind = 'report.freeze' and j.input ->> 'freezeId' = f.id::text;

-- What branches have begun for themselves alone: nobody confirms it, and they may not freeze it any more.
delete from annual_round r using organisation o
 where o.id = r.org_id and is_branch(o.type)
   and not exists (select from annual_freeze f where f.round_id = r.id)
   and not exists (select from annual_confirm c where c.round_id = r.id);
