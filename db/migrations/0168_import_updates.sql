-- A line of somebody who is registered already may update them, field by field, and be taken back.

alter table import_row drop constraint import_row_state_check;
alter table import_row add constraint import_row_state_check
  check (state in ('bad', 'written', 'skipped', 'same', 'updated'));
alter table import_row add column undo_enc bytea;
comment on column import_row.undo_enc is 'Sealed: what the fields of an updated person held before, and the version that the update left';
comment on column import_row.member_id is 'Who was written or updated; of a bad row whoever is registered under its id card with other values';
alter table import_batch add column updated integer not null default 0;
comment on column import_batch.updated is 'Lines that updated somebody who was registered already';
