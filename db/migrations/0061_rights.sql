-- Effective rights of a grant = (role + groups + own additions - own withdrawals), less what an organisation
-- at or above the grant's place has limited. One truth for the kernel, the jobs and the pages.

create view usable_grant as
  select g.id, g.account_id, a.name as account_name, a.login_mask, a.member_id,
         g.role_id, r.name as role_name, r.base, g.org_id, o.code as org_code, o.name as org_name,
         g.granted_at, g.granted_by
    from account_role g
    join account a on a.id = g.account_id and a.enabled
    join role r on r.id = g.role_id and r.enabled
    join organisation o on o.id = g.org_id and o.deleted_at is null
   where g.revoked_at is null and g.valid_from <= now() and (g.valid_until is null or g.valid_until > now());
comment on view usable_grant is 'Grants in which somebody can work now';

create view grant_given as
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
    join role r on r.id = g.role_id and r.base = 'subtree'
    join organisation o on o.id = g.org_id
    join organisation uo on uo.id = u.org_id and o.code >= uo.code and o.code < uo.code || ':'
  union all
  select gp.grant_id, gp.permission_key, 'own', '', gp.changed_at, gp.changed_by
    from grant_permission gp where gp.given;
comment on view grant_given is 'Where each right of a grant comes from: 角色, 用户组, 本人. *:*:* stands as it is';

create view grant_taken as
  select gp.grant_id, gp.permission_key, 'own' as source, '' as source_name, gp.changed_at as since,
         gp.changed_by as taken_by
    from grant_permission gp where not gp.given
  union all
  select g.id, l.permission_key, 'org', lo.name, l.changed_at, l.changed_by
    from account_role g
    join organisation o on o.id = g.org_id
    join organisation lo on lo.code in (select left(o.code, cut) from generate_series(4, length(o.code), 4) as cut)
    join org_limit l on l.org_id = lo.id;
comment on view grant_taken is 'What a grant may not use: 本人停用, 组织限制';

create view grant_right as
  select distinct v.grant_id, p.key as permission_key
    from grant_given v
    join permission p on p.key = v.permission_key or v.permission_key = '*:*:*'
   where not exists (select from grant_taken t where t.grant_id = v.grant_id and t.permission_key = p.key);
comment on view grant_right is 'Effective rights by key; of grants that are not usable too: join usable_grant';

-- 三员: none of them holds what another one does.
insert into role_permission (role_id, permission_key)
select 8, key from unnest(array['site:read', 'site:write', 'dict:read', 'dict:write', 'swiper:write', 'dj:lbt',
                                'job:read', 'message:read']) as key
union all
select 9, key from unnest(array['account:read', 'account:write', 'account:grant', 'account:reset', 'account:approve',
                                'account:unlock', 'userType:write', 'userGroup:write', 'right:read', 'right:write',
                                'right:export', 'right:grantAny', 'role:write', 'orgRight:write', 'admin:separate',
                                'dj:qxgl', 'dj:userType', 'dj:userGroup', 'job:read', 'message:read']) as key
union all
select 10, key from unnest(array['log:read', 'log:export', 'log:verify', 'job:read', 'message:read']) as key;
