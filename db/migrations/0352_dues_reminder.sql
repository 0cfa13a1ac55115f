-- 催缴: when somebody was last reminded, so that nobody is reminded twice within three days.

alter table dues_config add column reminded_at timestamptz;
comment on column dues_config.reminded_at is 'When the person was last reminded of dues; a row of version 0 holds nothing else';
