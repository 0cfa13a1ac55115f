-- What a change document altered beside where rows lie, so that taking it back puts it as it was; and the names that held when it was carried out.

create table org_change_image (
  change_id  bigint not null references org_change (id),
  table_name text not null check (table_name ~ '^[a-z_]{1,60}$'),
  row_id     bigint not null,
  before     jsonb not null,
  after      jsonb,
  primary key (change_id, table_name, row_id)
);
comment on table org_change_image is 'Values of rows that a document altered in place (a task that stopped, a to-do that closed, a role that ended), which taking it back restores where nobody has changed them since';

comment on column org_change_image.after is 'Null: the row went away';

alter table org_change add column org_name text, add column target_name text;
comment on column org_change.org_name is 'The name of its organisation when it was carried out; null in a draft';
comment on column org_change.target_name is 'The name of the second organisation when it was carried out';
update org_change c set
  org_name = coalesce((select x.changes -> 'name' ->> 0 from org_change_org x where x.change_id = c.id and x.org_id = c.org_id and x.act = 'renamed'),
                      (select o.name from organisation o where o.id = c.org_id)),
  target_name = (select o.name from organisation o where o.id = c.target_id)
 where c.state <> 'draft';
