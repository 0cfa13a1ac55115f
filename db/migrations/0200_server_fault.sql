-- Unexpected throws are counted, so that an operator sees how many there were and where.

create table server_fault (
  day     date not null,
  place   text not null,
  error   text not null,
  hits    integer not null check (hits > 0),
  last_at timestamptz not null,
  primary key (day, place, error)
);
comment on table server_fault is 'Unexpected throws by day; what each one said stands in the server''s output';
comment on column server_fault.place is 'A route''s template, a kind of job, or process: a throw that nobody heard';
comment on column server_fault.error is 'The kind of the error; never its sentence, which may quote what was typed';
