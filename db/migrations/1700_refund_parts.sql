-- A receipt of several months or people may be taken back in part: the whole is refunded, and the rest stands on a receipt anew.
alter table dues_payment add column refund_bills bigint[] not null default '{}';
comment on column dues_payment.refund_bills is 'Which of its months are to be taken back; empty: all';
alter table dues_payment add column reissued_from bigint references dues_payment (id);
comment on column dues_payment.reissued_from is 'The first receipt of the same cash, which was taken back in part';
create index dues_payment_reissued on dues_payment (reissued_from) where reissued_from is not null;
