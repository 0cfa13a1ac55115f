-- Ranges of codes are compared by their bytes, as everywhere else.
alter table report_subscription alter column org_code type text collate "C";
alter table own_report alter column org_code type text collate "C";
