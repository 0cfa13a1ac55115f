-- What ends in code is an organisation's; a check's own name stands under `rule`.
alter table rule_count rename column code to rule;
alter table rule_sum rename column code to rule;
