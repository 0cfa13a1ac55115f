-- Jobs carry the right that they were started with, so that they stop when it is taken away.

alter table job add column grant_id bigint references account_role (id);
alter table job add column right_key text;
comment on column job.grant_id is 'The role held by whoever started it; with right_key asked again at every step of progress';

create table recurring_run (
  name    text primary key,
  last_at timestamptz not null
);
comment on table recurring_run is 'When work that recurs once a minute or less often last began, in whichever process';
