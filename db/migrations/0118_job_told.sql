-- Whoever started a job is told once when it has ended, wherever they are working by then.

alter table job add column told_at timestamptz;
comment on column job.told_at is 'When its account was told that it ended; null: not yet';
update job set told_at = now() where finished_at is not null;
create index job_untold on job (account_id) where told_at is null;
