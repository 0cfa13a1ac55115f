-- 智慧终端: which votes and which meetings the screens tell of. They stay what they are where they are held.

create table box_shown (
  kind     text not null check (kind in ('vote', 'life')),
  ref_id   bigint not null,
  org_id   bigint not null references organisation (id),
  shown_at timestamptz not null default now(),
  shown_by text not null default '',
  primary key (kind, ref_id)
);
comment on table box_shown is 'A vote (ballot) or a meeting (life_meeting) that its organisation tells of on its screens';
comment on column box_shown.org_id is 'Of the vote or the meeting, which never changes';
create index box_shown_org on box_shown (org_id, kind, shown_at desc);

alter table box_device add column shows_vote boolean not null default true;
alter table box_device add column shows_life boolean not null default true;
