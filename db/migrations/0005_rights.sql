-- Rights. Ids below 1000 are acts, from 1000 on menu entries (product specification, section 6).
-- Keys that begin with extend: are checked against the account's own field, not against a role.

insert into permission (id, key, name) values
  (100, 'org:read', '查看党组织'),
  (101, 'org:write', '维护党组织'),
  (102, 'org:sort', '党组织排序'),
  (103, 'org:remove', '删除党组织'),
  (104, 'member:read', '查看党员'),
  (105, 'member:write', '维护党员'),
  (106, 'member:remove', '减少党员'),
  (107, 'member:sort', '党员排序'),
  (108, 'member:reveal', '查看完整证件号'),
  (109, 'member:import', '导入党员'),
  (110, 'member:export', '导出党员'),
  (111, 'message:read', '查看消息'),
  (112, 'message:send', '发送消息'),
  (113, 'log:read', '查看日志'),
  (114, 'job:read', '查看后台任务'),
  (115, 'dict:read', '查看字典'),
  (116, 'dict:write', '维护字典'),
  (117, 'account:unlock', '解除登录锁定'),
  (118, 'view:write', '共享视图'),
  (1000, 'dj:zhgl', '智慧管理'),
  (1001, 'dj:zzxx', '组织信息'),
  (1002, 'dj:dyxx', '党员信息'),
  (1003, 'dj:zzgx', '组织关系'),
  (1004, 'dj:fzdy', '发展党员'),
  (1005, 'dj:dyyd', '党员异动'),
  (1006, 'dj:dfgl', '党费管理'),
  (1007, 'dj:zzsh', '组织生活'),
  (1008, 'dj:dwbg', '党务办公'),
  (1009, 'dj:dykh', '党员考核'),
  (1010, 'dj:zhjy', '智慧教育'),
  (1011, 'dj:zhfw', '智慧服务'),
  (1012, 'dj:sbd', '双报到'),
  (1013, 'dj:zhhd', '智慧互动'),
  (1014, 'dj:djzx', '党建资讯'),
  (1015, 'dj:djhd', '党建互动'),
  (1016, 'dj:jczc', '决策支持'),
  (1017, 'dj:sjbb', '数据报表'),
  (1018, 'dj:djdp', '党建大屏'),
  (1019, 'dj:dzdt', '电子地图'),
  (1020, 'dj:nrgl', '内容管理'),
  (1021, 'dj:bzwd', '帮助文档'),
  (1022, 'dj:qxgl', '权限管理'),
  (1023, 'dj:userType', '用户类型'),
  (1024, 'dj:userGroup', '用户分组'),
  (1025, 'dj:zhzd', '智慧终端'),
  (1026, 'dj:zhzd:share', '智慧终端：共享'),
  (1027, 'dj:zhzd:honorHall', '智慧终端：荣誉馆'),
  (1028, 'dj:zhzd:teach', '智慧终端：教学'),
  (1029, 'dj:zhzd:memorabilia', '智慧终端：大事记'),
  (1030, 'dj:zhzd:media', '智慧终端：媒体'),
  (1031, 'dj:sxzy:*', '学院专区'),
  (1032, 'dj:lbt', '轮播图');

insert into role (id, name) values
  (1, '系统管理员'),
  (2, '党员'),
  (3, '党务工作者'),
  (6, '流动党员'),
  (7, '志愿者');

insert into role_permission (role_id, permission_key) values (1, '*:*:*');

-- A party worker runs the own subtree; site-wide settings stay with the administrator.
insert into role_permission (role_id, permission_key)
select 3, key from permission
where key not in ('account:unlock', 'dict:write', 'dj:qxgl', 'dj:userType', 'dj:userGroup', 'dj:lbt');

insert into role_permission (role_id, permission_key)
select role.id, permission.key from role, permission
where role.id in (2, 6, 7) and permission.key in ('message:read', 'job:read', 'dj:zhjy', 'dj:djzx', 'dj:djhd');
