-- The poster asks what the lines of some years give, fact by fact: from this index alone, where the lines of a person lie beside each
-- other, instead of from as many pages of the table as there are lines.
create index point_line_sums on point_line (member_id, year, id) include (evidence_id, hand_id, appeal_id, code, given, minus);
drop index point_line_person;
