-- The kind of a job ends with what it is, by which 导出列表 sorts: these stood among the others.
create temp table renamed (was text, kind text) on commit drop;
insert into renamed values
  ('learning.certificates', 'learning.certificatesExport'),
  ('course.people', 'course.peopleExport'),
  ('office.files', 'office.filesExport'),
  ('office.form', 'office.formExport'),
  ('relation.graduateLetters', 'relation.graduateLettersExport'),
  ('learning.hours', 'learning.hoursExport'),
  ('office.tasks', 'office.tasksExport'),
  ('event.matrix', 'event.matrixExport'),
  ('event.meetings', 'event.meetingsExport'),
  ('recruitment.review', 'recruitment.reviewExport'),
  ('college.roster', 'college.rosterExport'),
  ('dues.sheets', 'dues.sheetsExport'),
  ('archive.statistics', 'archive.statisticsExport');
update job set kind = r.kind from renamed r where job.kind = r.was;
update stored_file set kind = r.kind from renamed r where stored_file.kind = r.was;
