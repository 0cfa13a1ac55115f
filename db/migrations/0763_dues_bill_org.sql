-- What an organisation itself has billed: its months, its total detail and its closing read it by the organisation, not by the code.

create index dues_bill_org on dues_bill (org_id, month);
