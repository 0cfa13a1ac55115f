-- Handing in only ends an attempt; what the rules can mark is marked shortly after, many attempts at once.
alter table exam_attempt add marked_at timestamptz;
comment on column exam_attempt.marked_at is 'When the rules have marked what they can; null: not yet, or a sheet on paper';
update exam_attempt set marked_at = handed_at where state > 1 and handed_by <> 'paper';
create index exam_attempt_to_mark on exam_attempt (exam_id, id) where state = 2 and marked_at is null and handed_by <> 'paper';
