-- All marks of one person's year are answered together.
create index point_due_person on point_due (member_id, year);
