-- 报表订阅: a report sent to workers at its time, to each as that worker would count it.

insert into permission (id, key, name) values (1860, 'report:schedule', '报表订阅');
insert into role_permission (role_id, permission_key) values (3, 'report:schedule');

create table report_subscription (
  id          bigint generated always as identity primary key,
  org_id      bigint not null references organisation (id),
  org_code    text not null,
  grant_id    bigint not null references account_role (id),
  report_key  text not null check (report_key <> ''),
  every       text not null check (every in ('day', 'week', 'month', 'quarter')),
  to_below    boolean not null default false,
  next_on     date not null,
  last_at     timestamptz,
  last_sent   int not null default 0,
  stopped_at  timestamptz,
  stopped_by  text not null default '',
  created_at  timestamptz not null default now(),
  created_by  text not null
);
create index report_subscription_org on report_subscription (org_code, id);
create index report_subscription_due on report_subscription (next_on) where stopped_at is null;
create index report_subscription_grant on report_subscription (grant_id);
comment on table report_subscription is 'A report that is sent at its time; of an organisation, which alone sees and stops it';
comment on column report_subscription.grant_id is 'In which role it was ordered; when that has ended it stops';
comment on column report_subscription.to_below is 'Beside those who are named, every worker of the organisations directly below at the time of sending';

create table report_receiver (
  subscription_id bigint not null references report_subscription (id) on delete cascade,
  grant_id        bigint not null references account_role (id),
  ended_told_at   timestamptz,
  primary key (subscription_id, grant_id)
);
create index report_receiver_grant on report_receiver (grant_id);
comment on table report_receiver is 'In which role somebody receives it: the file is counted in this role and its scope at that time';
comment on column report_receiver.ended_told_at is 'When the owner was told that this role has ended; null: it has not, or not yet';
