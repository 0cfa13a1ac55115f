-- The log is never rewritten, so what it says of a person is sealed with a key of that person's own,
-- and erasing the person destroys the key.
create table shred_key (
  owner_type text   not null check (owner_type in ('member', 'record')),
  owner_id   bigint not null,
  key        bytea,
  primary key (owner_type, owner_id)
);
comment on table shred_key is 'Keys of the values in audit_log.changes, one a person and one a sub-record';
comment on column shred_key.key is '16 bytes; null: destroyed with its owner, and never made again';
comment on column audit_log.changes is
  '{field: [before, after]}, masked where the field is personal; of a person {field: "owner:id:sealed pair"} (shred_key)';
