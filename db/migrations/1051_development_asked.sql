-- 终止培养 and 更正 that wait at a desk are counted with what else waits there, and rest the terms of their files.
create index development_correction_desk on development_correction (approver_org_id, field) where state = 'pending';
create index development_correction_ending on development_correction (file_id) where state = 'pending' and field = 'ending';
