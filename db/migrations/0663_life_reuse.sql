-- Photos and minutes that were used before are found by their digests.

alter table life_meeting add column minutes_digest text generated always as (
  case when length(regexp_replace(minutes, '\s', '', 'g')) >= 60 then md5(regexp_replace(minutes, '\s', '', 'g')) end) stored;
comment on column life_meeting.minutes_digest is 'Of minutes of sixty characters or more, without blanks; shorter ones are alike by chance';
create index life_meeting_minutes_digest on life_meeting (minutes_digest) where minutes_digest is not null;
alter table life_topic add column minutes_digest text generated always as (
  case when length(regexp_replace(minutes, '\s', '', 'g')) >= 60 then md5(regexp_replace(minutes, '\s', '', 'g')) end) stored;
create index life_topic_minutes_digest on life_topic (minutes_digest) where minutes_digest is not null;
create index stored_file_meeting_sha256 on stored_file (sha256) where kind = 'event.meeting';
