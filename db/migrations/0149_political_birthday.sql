-- Greetings to the anniversary of joining the party: each person once a year.

create table political_greeting (
  member_id  bigint not null references member (id),
  year       smallint not null,
  greeted_at timestamptz not null default now(),
  greeted_by text not null,
  primary key (member_id, year)
);
comment on table political_greeting is '政治生日祝福: whom the branch has greeted in which year';
