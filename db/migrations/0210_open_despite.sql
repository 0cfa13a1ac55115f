alter table open_affair add column despite text not null default '';
comment on column open_affair.despite is 'Why the text is published although personal numbers stand in it (仍要公开); empty after each change';
