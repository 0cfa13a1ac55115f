-- 决策支持: who reads its reports. Each report asks for the right of whose numbers it counts besides.

insert into permission (id, key, name) values (1220, 'report:read', '查看决策支持报表');
insert into role_permission (role_id, permission_key) values (3, 'report:read');
