-- What an organisation was told: a notice to its workers about it, e.g. that something of it is late (一键催办).

create table org_message (
  notice_id bigint not null references notice (id) on delete cascade,
  org_id    bigint not null references organisation (id),
  subject   text not null,
  detail    text not null,
  sent_at   timestamptz not null default now(),
  primary key (notice_id, org_id)
);
comment on table org_message is 'Organisations that a notice is about: its recipients are their workers';
comment on column org_message.subject is 'What it is about: the code of a rule, e.g. termDue. Nobody is reminded of one twice in two hours';
comment on column org_message.detail is 'What is late there, as the notice says it';
create index org_message_org on org_message (org_id, sent_at desc);
create index org_message_subject on org_message (subject, sent_at);
