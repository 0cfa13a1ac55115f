-- 卡在哪里: what waits at the organisations of a subtree, and what one's own organisation asked of others.

create index todo_place on todo (org_code, id) where done_at is null;
create index todo_from on todo (from_org_id, id) where done_at is null and from_org_id is not null;
