-- Denials beyond the first of a minute are counted, so that nobody fills the log by asking again and again.

create table denied_count (
  account_id   bigint not null,
  endpoint     text not null,
  started_at   timestamptz not null,
  hits         integer not null check (hits > 0),
  account_name text not null,
  role_id      smallint not null,
  org_id       bigint not null,
  org_code     text collate "C" not null,
  action       text not null,
  ip           text not null,
  primary key (account_id, endpoint, started_at)
);
comment on table denied_count is 'Denials of one account and call in one minute; what the log does not hold row by row it gets as one row when the minute is over';
comment on column denied_count.started_at is 'The minute';
comment on column denied_count.ip is 'Where the last one came from';
