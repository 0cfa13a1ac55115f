-- 双报到: who says which organisations receive, and who is expected to report.

insert into permission (id, key, name)
select (select max(id) from permission) + 1, 'sbd:config', '设置双报到';
insert into role_permission (role_id, permission_key) values (3, 'sbd:config');

-- Members in work who are at home: few columns of a large table, asked for by every statistic and by the rule.
create index member_serving on member (org_code, org_id, id)
  where deleted_at is null and membership_status = 1 and person_category in (1, 2) and occupation in (1, 3, 4, 5) and not is_floating;
