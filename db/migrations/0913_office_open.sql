-- Who is late with a task, from an index alone: the rows of its matrix narrowed to them.
create index office_part_late on office_part (task_id, org_code, org_id, due_on) where state in (0, 1, 3);
