-- A job names the call that began it, as the answer's header, the server's log and the database's log do.
alter table job add column trace_id text;
comment on column job.trace_id is 'Trace of the call that queued it; null: it was begun by the server';
