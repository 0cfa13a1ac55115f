-- An exam may grant a certificate to whoever passed it.
alter table exam add column certificate boolean not null default false;
comment on column exam.certificate is 'Whoever passed it gets a 学习证明 of its organisation with the published results';
