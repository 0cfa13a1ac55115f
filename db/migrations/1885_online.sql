-- 在线人员: who answers for an organisation sees who is signed in there and below, and ends sign-ins that should not go on.
insert into permission (id, key, name) values (128, 'account:offline', '让在线人员下线');
insert into role_permission (role_id, permission_key) values (3, 'account:offline'), (9, 'account:offline');
