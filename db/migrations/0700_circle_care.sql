-- 党员圈: reviewed before it is shown where an organisation asks for it, thanks, the author's objection, answers taken away.

create table circle_rule (
  org_id       bigint primary key references organisation (id),
  org_code     text collate "C" not null,
  review_first boolean not null,
  updated_by   text not null default '',
  updated_at   timestamptz not null default now()
);
comment on table circle_rule is '党员圈的规则: of an organisation and of whatever is below it, until one nearer has its own';
comment on column circle_rule.review_first is 'True: 先审后发, a post waits for a moderator; false: 先发后审';
create index circle_rule_code on circle_rule (org_code);

alter table circle_post
  add column is_waiting   boolean not null default false,
  add column objection    text not null default '',
  add column objection_open boolean not null default false,
  add column thanks       text not null default '',
  add column helper_id    bigint references account (id),
  add column helper_name  text not null default '',
  add column solved_on    date,
  add column branch_told_at timestamptz;
comment on column circle_post.is_waiting is 'Waits for a moderator (先审后发): before its author and the moderators alone';
comment on column circle_post.objection is 'What its author said against its being hidden; once a post';
comment on column circle_post.objection_open is 'Nobody above has decided about it yet';
comment on column circle_post.branch_told_at is 'Of a request that nobody answered for three days: when the author''s branch got its to-do';
comment on column circle_post.helper_id is 'Of a request that was solved or is being helped with: whose offer was chosen';
create index circle_post_unanswered on circle_post (created_at)
  where kind = 'help' and help_state = 0 and replies = 0 and branch_told_at is null and deleted_at is null;
create index circle_post_attention on circle_post (org_code, id desc) where deleted_at is null and (is_hidden or is_waiting);

alter table circle_reply add column removed_by text not null default '';
comment on column circle_reply.removed_by is 'Who took it away: its author or a moderator';
