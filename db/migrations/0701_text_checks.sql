-- Attachments are read before they are shown, new words look at what stands, and when somebody opened an announcement.

create table archive_file_text (
  file_id text primary key references stored_file (id) on delete cascade,
  words   text not null,
  is_read boolean not null,
  read_at timestamptz not null default now()
);
comment on table archive_file_text is 'What an attachment says, as it is checked; a paragraph or row a line';
comment on column archive_file_text.is_read is 'False: it holds no text that can be read, or too much';

alter table text_word add column scanned_version integer not null default 0;
update text_word set scanned_version = version;
comment on column text_word.scanned_version is 'The version with which the texts that stand already were searched';
create index text_word_unscanned on text_word (id) where scanned_version < version;

alter table archive_reach add column opened_at timestamptz;
comment on column archive_reach.opened_at is 'When the account first had the text before it; reading takes five seconds from then';
