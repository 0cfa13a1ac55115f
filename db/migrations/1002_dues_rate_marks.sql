-- 收缴率 of last month is a kept number as 未开账 is: whoever pays, refunds or voids a bill of that month marks the branch.
select rule_marks('bill', 'dues_bill', '{dues}', 'select org_code as c from changed
  where month = to_char((now() at time zone ''Asia/Shanghai'') - interval ''1 month'', ''YYYY-MM'')');
create trigger rule_emptied after truncate on dues_bill for each statement execute function rule_mark_all();
-- Counted anew with the rule that is new.
insert into rule_due (part, org_code) values ('dues', '');
