-- What waits before the organisation above may be urged by whoever asked, at most once in two hours.
alter table todo add column urged_at timestamptz;
comment on column todo.urged_at is 'When whoever asked last urged what waits; null: never';
