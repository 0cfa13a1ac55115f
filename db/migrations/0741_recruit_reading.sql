-- Lists of 发展党员 for a whole city: a stage by its last day.
create index development_file_term on development_file (category, due_on, org_code, id) where ended_on is null;
