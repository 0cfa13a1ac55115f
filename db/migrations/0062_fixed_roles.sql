-- Some roles give exactly their rights: the all-powerful one, and the three that are kept apart (三员).

alter table role add column fixed boolean not null default false;
comment on column role.fixed is 'Nothing is added to it or taken from it: not by its editor, not by groups, not for one person';
update role set fixed = true where id in (1, 8, 9, 10);

create or replace view grant_given as
  select g.id as grant_id, p.permission_key, 'role' as source, r.name as source_name,
         greatest(g.granted_at, p.granted_at) as since, g.granted_by as given_by
    from account_role g
    join role r on r.id = g.role_id
    join role_permission p on p.role_id = g.role_id
  union all
  select g.id, ur.permission_key, 'group', u.name, greatest(g.granted_at, um.added_at), um.added_by
    from account_role g
    join user_group_member um on um.account_id = g.account_id
    join user_group u on u.id = um.group_id and u.deleted_at is null
    join user_group_right ur on ur.group_id = u.id
    join role r on r.id = g.role_id and r.base = 'subtree' and not r.fixed
    join organisation o on o.id = g.org_id
    join organisation uo on uo.id = u.org_id and o.code >= uo.code and o.code < uo.code || ':'
  union all
  select gp.grant_id, gp.permission_key, 'own', '', gp.changed_at, gp.changed_by
    from grant_permission gp where gp.given;

create index grant_permission_key on grant_permission (permission_key);
create index account_role_role on account_role (role_id) where revoked_at is null;
