-- How people came to their branch is reviewed by the organisation above.

insert into dict_item (dictionary_code, name, value, sort) values
  ('0057', '登记审核状态', '', 0),
  ('0057', '待审核', '0', 1),
  ('0057', '审核通过', '1', 2),
  ('0057', '审核未通过', '2', 3);

insert into permission (id, key, name) values (270, 'member:audit', '审核进入登记');
insert into role_permission (role_id, permission_key) select role_id, 'member:audit' from role_permission where permission_key = 'member:write';
