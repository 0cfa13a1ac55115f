-- A half-year that passed without a 考察 is answered with why and what was done, instead of a day that never was.

alter table development_note
  drop constraint development_note_kind_check,
  add constraint development_note_kind_check check (kind in ('inspection', 'thought', 'gap'));
comment on table development_note is '考察 each half-year (gap: why there was none in the half-year of that day, and what was done) and 思想汇报 each quarter';

-- After 转正申请 the end of the probation goes on being told, to the branch and to whoever is above it.
update development_file set due_on = probation_until
 where ended_on is null and step = 23 and step_state <> 'submitted' and due_on is null and probation_until is not null;
