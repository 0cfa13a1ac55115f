-- Roles that a deployment adds, and what the kernel asks of a role.

alter table role
  add column base        text not null default 'subtree' check (base in ('subtree', 'own')),
  add column description text not null default '',
  add column built_in    boolean not null default false,
  add column enabled     boolean not null default true,
  add column version     integer not null default 1,
  add column created_at  timestamptz not null default now(),
  add column updated_at  timestamptz not null default now(),
  add column updated_by  text not null default '';
comment on table role is '角色; ids up to 99 are the platform''s own, a deployment''s begin at 100';
comment on column role.base is 'subtree: works for the organisation and all below it; own: sees the own record alone';
comment on column role.enabled is 'A grant of a role that is not enabled opens no session and ends those that are open';
create sequence role_added as smallint start 100 owned by role.id;
create unique index role_name on role (name);

update role set base = case when id in (1, 3) then 'subtree' else 'own' end, built_in = true;

alter table role_permission
  add column granted_at timestamptz not null default now(),
  add column granted_by text not null default '';

alter table permission add column personal boolean not null default false;
comment on column permission.personal is 'May be given to roles that see the own record alone; all other rights need a subtree';
update permission set personal = true
where key in (select permission_key from role_permission where role_id in (2, 6, 7))
   or key in ('dj:zhfw', 'dj:sbd', 'dj:zhhd', 'dj:bzwd');

create table grant_permission (
  grant_id       bigint not null references account_role (id),
  permission_key text not null,
  given          boolean not null,
  changed_at     timestamptz not null default now(),
  changed_by     text not null default '',
  primary key (grant_id, permission_key)
);
comment on table grant_permission is 'What one person may more (given) or less (not given) than the role says, in one grant alone';

create table org_limit (
  org_id         bigint not null references organisation (id),
  permission_key text not null,
  changed_at     timestamptz not null default now(),
  changed_by     text not null default '',
  primary key (org_id, permission_key)
);
comment on table org_limit is '组织限制: rights that may not be used at this organisation nor below it';

-- 三员分立: off until a deployment separates them; then the all-powerful role is off instead.
insert into role (id, name, base, description, built_in, enabled) values
  (8, '系统管理员（三员）', 'subtree', '三员之一：站点、字典与后台任务，看不到业务个人信息和审计记录', true, false),
  (9, '安全管理员', 'subtree', '三员之一：账号与权限，但不能给自己授权', true, false),
  (10, '审计管理员', 'subtree', '三员之一：只读查看审计记录', true, false);

insert into permission (id, key, name) values
  (135, 'right:read', '查看权限'),
  (136, 'right:write', '设置人员权限'),
  (137, 'role:write', '维护角色'),
  (138, 'orgRight:write', '设置组织权限'),
  (139, 'right:export', '导出权限一览'),
  (140, 'right:grantAny', '分配本人未持有的权限'),
  (141, 'admin:separate', '三员分立设置');

insert into role_permission (role_id, permission_key) values
  (3, 'right:read'), (3, 'right:write'), (3, 'right:export');
