-- Jobs are taken in turns of their accounts: the account that began one longest ago comes first.

create index job_turn on job (account_id, started_at desc) where started_at is not null;
comment on table job is 'Long work and scheduled work; taken in turns of the accounts, at most two of one account at a time';
