-- A half-year that passed without a 考察 is answered with why and what was done, instead of a day that never was.

alter table development_note
  drop constraint development_note_kind_check,
  add constraint development_note_kind_check check (kind in ('inspection', 'thought', 'gap'));
comment on table development_note is '考察 each half-year (gap: why there was none in the half-year of that day, and what was done) and 思想汇报 each quarter';
