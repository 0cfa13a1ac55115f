-- While 终止培养 waits the terms of its file rest, so that a late file is none of 超期 then (the check of 1100): asking for it, its
-- end and its process mark the branch of a file whose term is over or will be tomorrow.
select rule_marks('ending', 'development_correction', '{development}', 'select f.org_code as c from changed x
  join development_file f on f.id = x.file_id where x.field = ''ending'' and f.ended_on is null and rule_due_by(f.due_on)');
select rule_marks('ending_process', 'workflow_instance', '{development}', 'select f.org_code as c from changed x
  join development_file f on f.id = case x.kind when ''development.ending'' then x.subject_id::bigint end
 where f.ended_on is null and rule_due_by(f.due_on)');
do $$
declare watched text;
begin
  foreach watched in array '{development_correction,workflow_instance}'::text[] loop
    execute format('create trigger rule_emptied after truncate on %I for each statement execute function rule_mark_all()', watched);
  end loop;
end $$;
