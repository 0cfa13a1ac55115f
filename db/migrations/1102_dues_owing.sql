-- Whoever owes several ended months is looked for by the months, of a whole city among the bills that are open alone.
create index dues_bill_owing on dues_bill (month, org_code, member_id) include (org_id, amount) where state in (1, 2);
