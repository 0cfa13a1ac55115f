-- A stem with pictures, tables or marked words: as HTML, beside the plain words that lists, searching and comparing read.

alter table question_version add column rich text not null default '';
comment on column question_version.rich is 'the stem as cleaned HTML where it is more than plain lines; empty: stem says all';
