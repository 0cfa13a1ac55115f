-- A course may grant a certificate to whoever finishes it.
alter table course add column certificate boolean not null default false;
comment on column course.certificate is 'Whoever finishes it gets a 学习证明 of its organisation';
