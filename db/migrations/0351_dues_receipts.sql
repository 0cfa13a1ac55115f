-- 收据: how often one was printed, so that a second print says 补打.

alter table dues_payment add column printed integer not null default 0;
comment on column dues_payment.printed is 'Prints of its receipt; from the second on the paper says 补打';
