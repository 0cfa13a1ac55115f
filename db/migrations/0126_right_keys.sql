-- What is set for one person or one organisation names rights that there are.

delete from grant_permission where permission_key not in (select key from permission);
delete from org_limit where permission_key not in (select key from permission);
alter table grant_permission
  add constraint grant_permission_right foreign key (permission_key) references permission (key);
alter table org_limit add constraint org_limit_right foreign key (permission_key) references permission (key);
create index org_limit_key on org_limit (permission_key);
