-- What people owe in a year besides meetings, as rules like the others: types 11 书记讲党课, 12 谈心谈话, 13 双重组织生活.

alter table life_rule drop constraint life_rule_type_check, drop constraint life_rule_needs_check;
alter table life_rule
  add constraint life_rule_type_check check (type between 1 and 9 or type between 11 and 13),
  add constraint life_rule_needs_check check (needs in ('', 'committee', 'groups', 'secretary', 'leaders', 'talks'));
comment on column life_rule.needs is
  'committee: a term with three leading members or more; groups, secretary, leaders: one for each; talks: each of a branch';
insert into life_rule (type, org_types, per, needs, clause, from_on) values
  (11, '{10,20,21,30}', 'year', 'secretary', '《中国共产党支部工作条例（试行）》第十六条：党委（党组）书记每年至少讲1次党课', '2018-10-28'),
  (12, '{46,47,48,50}', 'year', 'talks', '《中国共产党支部工作条例（试行）》：党支部委员之间、委员和党员之间、党员和党员之间，每年谈心谈话一般不少于1次', '2018-10-28'),
  (13, '{10,20,21,30}', 'year', 'leaders', '《中国共产党党员教育管理工作条例》第十六条：党员领导干部应当参加所在党支部的组织生活，执行双重组织生活制度', '2019-05-06');

-- The matrix of a city reads the months in which something counts from the index alone.
create index life_meeting_months on life_meeting (org_code, held_on) include (org_id, type, also_type)
  where state in (3, 5) and cancelled_at is null;
