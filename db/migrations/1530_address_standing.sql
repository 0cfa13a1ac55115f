-- What works without a session asks at each use for the grant by which it was made: whoever has lost the role has lost the address.

alter table life_calendar add column grant_id bigint references account_role (id);
comment on column life_calendar.grant_id is 'The grant in which it was made; the address answers as long as it stands and holds the right';
update life_calendar c set grant_id = (
  select g.id from account a join account_role g on g.account_id = a.id and g.revoked_at is null join role r on r.id = g.role_id
   where a.member_id = c.member_id order by r.base = 'own' desc, g.id limit 1)
 where c.member_id is not null and c.revoked_at is null;
-- Of an organisation's the name alone was kept: where it names one worker there, it is theirs.
update life_calendar c set grant_id = (
  select min(g.id) from account a join account_role g on g.account_id = a.id and g.revoked_at is null join role r on r.id = g.role_id
   where a.name = c.created_by and g.org_id = c.org_id and r.base = 'subtree' having count(distinct a.id) = 1)
 where c.org_id is not null and c.revoked_at is null;
-- Whose address nobody knows answers nothing any more; a new one is made with one press.
update life_calendar set revoked_at = now() where grant_id is null and revoked_at is null;

alter table box_device add column bind_grant_id bigint references account_role (id);
comment on column box_device.bind_grant_id is 'The grant in which the code was made; the code is good as long as it stands';
-- Codes are good for ten minutes: those made before are made anew.
update box_device set bind_index = null, bind_until = null where bind_index is not null;
