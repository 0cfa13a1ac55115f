-- Leadership terms as people keep them: how they were elected, with which votes, and the terms before.

alter table org_term
  alter column years drop not null,
  alter column expires_on drop not null,
  add column entitled      integer check (entitled > 0),
  add column present       integer check (present > 0 and present <= entitled),
  add column remark        text not null default '',
  add column created_at    timestamptz not null default now(),
  add column created_by    text not null default '',
  add column updated_at    timestamptz not null default now(),
  add column updated_by    text not null default '',
  add column deleted_at    timestamptz,
  add column deleted_by    text,
  add column delete_reason text,
  add column erased_at     timestamptz,
  add constraint org_term_current_lives check (not is_current or deleted_at is null);
comment on column org_term.years is 'Length by rule on the day of writing; null for an appointed leadership, which has no term (TERM18)';
comment on column org_term.expires_on is 'The day by which the next election is due; null for an appointed leadership';
comment on column org_term.entitled is 'Who could vote at the meeting that elected it; null where nobody noted it';
comment on column org_term.present is 'Of those, who came';
update org_term set method = '党员大会选举' where method = '选举';
create unique index org_term_number on org_term (org_id, number) where deleted_at is null;
create index org_term_bin on org_term (deleted_at desc, id desc) where deleted_at is not null and erased_at is null;

alter table org_post add column votes integer check (votes >= 0);
comment on column org_post.votes is 'Votes for this person; null where appointed or not noted';
create index org_post_term on org_post (term_id, sort, id);
