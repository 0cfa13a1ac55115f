alter table unit add column erased_at timestamptz;
comment on column unit.erased_at is 'Taken out of the recycle bin for good, people and phones destroyed';
create index unit_deleted on unit (org_code, deleted_at) where deleted_at is not null;
