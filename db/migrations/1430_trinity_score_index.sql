-- The scores of an evaluation are counted, and picked for a list, by what the index holds: 144,000 rows with their texts are not read.
drop index trinity_score_evaluation;
create index trinity_score_evaluation on trinity_score (evaluation_id, item_id, unit_id)
  include (id, month, due_on, state, review, handed_on);
