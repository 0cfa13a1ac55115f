-- An organisation with units could be deleted, and its units were then in no list and no bin, their credit codes taken
-- for ever. They go into the recycle bin; the counters lost them when their organisation went.

update unit u
   set deleted_at = o.deleted_at, deleted_by = coalesce(o.deleted_by, ''), delete_reason = '所属党组织已删除',
       version = u.version + 1
  from organisation o
 where o.id = u.org_id and o.deleted_at is not null and u.deleted_at is null;
