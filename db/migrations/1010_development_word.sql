-- Own Word documents (docx) with fields in braces, filled from a file of 发展党员 and given out as they are; each upload is a version.
create table development_word (
  id          bigint generated always as identity primary key,
  title       text not null,
  step_no     smallint not null check (step_no between 1 and 25),
  number      integer not null check (number > 0),
  is_retired  boolean not null default false,
  changed_by  text not null,
  changed_at  timestamptz not null default now()
);
create unique index development_word_title on development_word (title) where not is_retired;
comment on table development_word is 'Papers of which the city has a Word document of its own; number is the version that is given out';

create table development_word_version (
  word_id     bigint not null references development_word,
  number      integer not null check (number > 0),
  file_id     text not null,
  fields      text[] not null,
  remark      text not null,
  created_by  text not null,
  created_at  timestamptz not null default now(),
  primary key (word_id, number)
);
comment on column development_word_version.fields is 'Names of the fields that stand in the document';
comment on column development_word_version.file_id is 'Stored file of kind recruitment.word; its row is the document';
