-- The steps of a sign-in: SMS codes, picture checks, second factor; and what a session says about itself.

create table sms_code (
  request_hash bytea primary key,
  purpose      text not null,
  login_index  bytea not null,
  code_mac     text not null,
  tries        smallint not null default 0,
  expires_at   timestamptz not null
);
comment on table sms_code is 'A code of six digits, good in the browser that asked for it alone; a row is made for unknown names too';
comment on column sms_code.request_hash is 'SHA-256 of the cookie that the asking browser got';
comment on column sms_code.code_mac is 'Keyed, so that a dump does not give the code away';
create index sms_code_expiry on sms_code (expires_at);

create table sms_message (
  id           bigint generated always as identity primary key,
  number_index bytea not null,
  number_mask  text,
  purpose      text not null,
  ip           text not null,
  state        text not null check (state in ('none', 'sending', 'sent', 'failed')),
  created_at   timestamptz not null default now()
);
comment on table sms_message is 'What was asked to be sent in the last day: the limits count these rows';
comment on column sms_message.number_index is 'Keyed hash of the phone number, or of the login name where there is no number';
comment on column sms_message.state is 'none: there is no such account or it has no number; nothing was sent';
create index sms_message_number on sms_message (number_index, created_at);
create index sms_message_ip on sms_message (ip, created_at);

create table captcha (
  id_hash    bytea primary key,
  answer_mac text not null,
  expires_at timestamptz not null
);
comment on table captcha is 'A picture check of two minutes; its answer is looked at once';
create index captcha_expiry on captcha (expires_at);

create table account_totp (
  account_id   bigint primary key references account (id),
  secret_enc   bytea not null,
  confirmed_at timestamptz,
  last_step    bigint not null default 0,
  created_at   timestamptz not null default now()
);
comment on table account_totp is 'Second factor by RFC 6238; counts from confirmed_at on';
comment on column account_totp.last_step is 'The step of the last accepted code: none is good twice';

create table recovery_code (
  account_id bigint not null references account (id),
  code_mac   text not null,
  used_at    timestamptz,
  primary key (account_id, code_mac)
);
comment on table recovery_code is 'Ten codes that stand in for a lost phone, each once';

create table login_challenge (
  challenge_hash bytea primary key,
  account_id     bigint not null references account (id),
  way            text not null,
  expires_at     timestamptz not null
);
comment on table login_challenge is 'A sign-in that waits for its second factor, for five minutes';
create index login_challenge_expiry on login_challenge (expires_at);

alter table session
  add column id bigint generated always as identity,
  add column way text not null default '',
  add column agent text not null default '',
  add column must_enrol boolean not null default false,
  add column ended_at timestamptz;
comment on column session.way is 'How it was signed in, in Chinese words';
comment on column session.agent is 'Browser and system in Chinese words';
comment on column session.must_enrol is 'The site requires a second factor which the account has not set up yet';
comment on column session.ended_at is 'Ended by a sign-in elsewhere; the row stays to say so (body code 800)';

alter table account
  add column three_in_one_role text,
  add column external_staff boolean not null default false;
comment on column account.three_in_one_role is 'What keys beginning with extend: are checked against (specification, section 5)';
comment on column account.external_staff is 'Staff of an outside system: begins at the platform chooser';
