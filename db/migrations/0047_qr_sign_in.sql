-- A confirmed QR code is worth no more than the session that confirmed it.

alter table qr_login add column sign_in bytea;
comment on column qr_login.sign_in is 'The phone''s sign-in: when it ends before the computer has its token, the code ends with it';
