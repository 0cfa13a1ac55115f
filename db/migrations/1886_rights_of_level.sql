-- 权限按组织层级: what a branch does not do, nobody does in a role at a branch, whatever the role gives elsewhere.
alter table permission add column above_branch boolean not null default false;
comment on column permission.above_branch is 'Used above branches alone (党总支, committees): a role gives it nothing at a branch';
update permission set above_branch = true where key = 'recruit:approve';

create function is_branch(type smallint) returns boolean language sql immutable parallel safe as
  $$ select type in (46, 47, 48) $$;
comment on function is_branch is '党支部, 联合党支部, 临时党支部';

create or replace view grant_taken as
  select gp.grant_id, gp.permission_key, 'own' as source, '' as source_name, gp.changed_at as since,
         gp.changed_by as taken_by
    from grant_permission gp where not gp.given
  union all
  select g.id, l.permission_key, 'org', lo.name, l.changed_at, l.changed_by
    from account_role g
    join organisation o on o.id = g.org_id
    join organisation lo on lo.code in (select left(o.code, cut) from generate_series(4, length(o.code), 4) as cut)
    join org_limit l on l.org_id = lo.id
  union all
  -- A role that is fixed gives exactly its rights, wherever it is held.
  select g.id, p.key, 'level', '党支部不办理', g.granted_at, ''
    from account_role g
    join role r on r.id = g.role_id and r.base = 'subtree' and not r.fixed
    join organisation o on o.id = g.org_id and is_branch(o.type)
    join permission p on p.above_branch;
comment on view grant_taken is 'What a grant may not use: 本人停用, 组织限制, 组织层级';
