-- 主题党日 and 三会一课 are counted by themselves, too: the kept numbers are counted anew.
insert into rule_due (part, org_code) values ('life', '');
