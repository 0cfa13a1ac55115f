-- 月结一页: when the workers of an organisation were last reminded of what a month still lacks.

create table dues_closing_reminder (
  org_id      bigint not null references organisation (id),
  month       text collate "C" not null check (month ~ '^20\d{2}-(0[1-9]|1[0-2])$'),
  reminded_at timestamptz not null default now(),
  reminded_by text not null,
  primary key (org_id, month)
);
comment on table dues_closing_reminder is 'Keeps workers from being reminded twice within two hours of closing a month';
