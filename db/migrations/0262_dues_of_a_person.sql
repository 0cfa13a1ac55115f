-- A person's year is read by the person, void bills included.

create index dues_bill_member on dues_bill (member_id, month);
