-- Who may open which outside site (product specification, section 6: three menus of the party worker).

insert into permission (id, key, name) values
  (195, 'outside:dataVisualisation', '打开数据可视化'),
  (196, 'outside:annualStatistics', '打开年度统计'),
  (197, 'outside:assessmentSupervision', '打开考核督查'),
  (198, 'outside:publishing', '打开一体化审核发布平台');

insert into role_permission (role_id, permission_key)
select 3, key from permission where key like 'outside:%';

-- The platform chooser is where people of other systems land, whatever their role.
insert into role_permission (role_id, permission_key)
select id, 'outside:publishing' from role where id in (2, 6, 7);
