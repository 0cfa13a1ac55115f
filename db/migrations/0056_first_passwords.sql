-- Whose first password the requester may fetch: accounts that a request made.

alter table account_request add column made_account boolean not null default false;
comment on column account_request.made_account is 'The account came into being by this request; until its first sign-in a first password may be issued';
