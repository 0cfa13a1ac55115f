-- Past steps, trainings and inspections that came from a sheet, so that it can be taken back.
alter table development_step add column batch_id bigint references import_batch (id);
comment on column development_step.batch_id is 'The sheet that filled the step in; null once it was written by hand';
create index development_step_batch on development_step (batch_id) where batch_id is not null;
alter table development_note add column batch_id bigint references import_batch (id);
create index development_note_batch on development_note (batch_id) where batch_id is not null;
