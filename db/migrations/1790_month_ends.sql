-- How many there were at the end of each month, for sparklines, the change of the running month, and comparisons.

create table month_end (
  org_code text collate "C" not null,
  fact     text not null check (fact in ('members', 'probationary', 'targets', 'activists', 'applicants', 'orgs', 'floating', 'incomplete',
                                        'toActivists', 'toTargets', 'toProbationary', 'toMembers')),
  day      date not null,
  n        integer not null,
  primary key (org_code, fact, day)
);
comment on table month_end is 'Numbers of whole subtrees at the end of a month; a row only where the number differs from that of the month before';
comment on column month_end.fact is 'to…: how many came into a stage of 发展党员 within the month; the others: how many there were at its end';
comment on column month_end.day is 'The last day of the month from which the number holds';

create table month_end_kept (
  fact    text not null,
  day     date not null,
  kept_at timestamptz not null default now(),
  primary key (fact, day)
);
comment on table month_end_kept is 'Which month ends are known of which number: without its row nothing is known, not even that nothing changed';
