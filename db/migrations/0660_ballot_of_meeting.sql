-- A vote that is held at a meeting: its voters are those of the meeting's frozen list.

alter table ballot
  add column sheet_id     bigint references attendance_sheet (id),
  add column occasion     text not null default '',
  add column occasion_url text not null default '';
alter table ballot drop constraint ballot_voters_are_check;
alter table ballot add constraint ballot_voters_are_check
  check (voters_are in ('branch', 'people') or (voters_are = 'meeting' and sheet_id is not null));
comment on column ballot.sheet_id is 'The list of those due at the occasion at which it is held; its voters are those of the list with a vote';
comment on column ballot.occasion is 'Name of that occasion, and where it is read';
create index ballot_sheet on ballot (sheet_id) where sheet_id is not null;
