-- Windows opened by a ticket and switched roles belong to the sign-in that they came from:
-- they end with it, and they never outlive it.

alter table session add column sign_in bytea;
update session set sign_in = token_hash;
alter table session alter column sign_in set not null;
comment on column session.sign_in is 'Hash of the first token of this sign-in; signing out ends all sessions that share it';
create index session_sign_in on session (sign_in);

delete from login_ticket;
alter table login_ticket
  add column sign_in bytea not null,
  add column session_expires_at timestamptz not null;
comment on column login_ticket.session_expires_at is 'Absolute end of the sign-in that asked for the ticket';
create index login_ticket_expiry on login_ticket (expires_at);
create index login_failure_age on login_failure (updated_at);
