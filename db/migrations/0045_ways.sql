-- Further ways of signing in: QR code, codes of other platforms, WeChat; tickets for outside sites.

create table qr_login (
  uuid          text primary key,
  browser_hash  bytea not null,
  state         text not null default 'waiting' check (state in ('waiting', 'scanned', 'confirmed', 'ended')),
  number        smallint not null,
  choices       smallint[] not null,
  browser       text not null default '',
  ip            text not null default '',
  account_id    bigint references account (id),
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null
);
comment on table qr_login is 'A QR code on a login page. The uuid is shown to everybody; the token goes to the browser whose cookie hashes to browser_hash';
comment on column qr_login.number is 'Two digits on the computer; the phone offers choices and must pick this one';
create index qr_login_expiry on qr_login (expires_at);

create table used_login_code (
  way       text not null,
  code_hash bytea not null,
  used_at   timestamptz not null default now(),
  primary key (way, code_hash)
);
comment on table used_login_code is 'Codes and tickets of other platforms that were taken once; a second time none is worth anything';
create index used_login_code_age on used_login_code (used_at);

create table account_openid (
  openid_index bytea primary key,
  account_id   bigint not null unique references account (id),
  bound_at     timestamptz not null default now()
);
comment on table account_openid is 'WeChat: keyed hash of application and openid, so that no dump holds it; one a person';

create table openid_waiting (
  browser_hash bytea primary key,
  openid_index bytea not null,
  expires_at   timestamptz not null
);
comment on table openid_waiting is 'A WeChat user without account, until this browser has signed in by password and asked for the binding';
create index openid_waiting_expiry on openid_waiting (expires_at);

create table outside_ticket (
  ticket_hash bytea primary key,
  site_key    text not null,
  host        text not null,
  account_id  bigint not null references account (id),
  grant_id    bigint not null references account_role (id),
  sign_in     bytea not null,
  expires_at  timestamptz not null
);
comment on table outside_ticket is 'One use, 60 seconds, for one outside site, which redeems it server to server';
comment on column outside_ticket.host is 'Whose site configuration named the outside site: its keys redeem';
create index outside_ticket_expiry on outside_ticket (expires_at);
