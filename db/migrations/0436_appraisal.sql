-- 民主评议党员: the plan, what each wrote of themselves, the poll's sums, the opinion, and what was told.

create table life_appraisal (
  meeting_id   bigint primary key references life_meeting (id),
  year         integer not null,
  plan         text not null default '',
  plan_state   smallint not null default 0 check (plan_state between 0 and 3),
  plan_by      text not null default '',
  plan_opinion text not null default '',
  decided_by   text not null default '',
  decided_at   timestamptz,
  opened_at    timestamptz,
  closed_at    timestamptz,
  closed_by    text not null default ''
);
comment on table life_appraisal is 'A 民主评议党员: the plan agreed by the superior (0 draft, 1 sent, 2 agreed, 3 returned), opened for 自评, closed with its grades';

create table life_appraisal_person (
  meeting_id   bigint not null references life_appraisal (meeting_id),
  member_id    bigint not null references member (id),
  sort         integer not null default 0,
  name         text not null,
  graded       boolean not null,
  self_text    text not null default '',
  self_at      timestamptz,
  excellent    integer check (excellent >= 0),
  qualified    integer check (qualified >= 0),
  basic        integer check (basic >= 0),
  unqualified  integer check (unqualified >= 0),
  grade        smallint check (grade between 1 and 4),
  reason       text not null default '',
  told_at      timestamptz,
  receipt_at   timestamptz,
  primary key (meeting_id, member_id)
);
comment on table life_appraisal_person is 'Somebody who takes part: 自评, the sums of 民主测评, the grade (1 优秀, 2 合格, 3 基本合格, 4 不合格), told and received';
comment on column life_appraisal_person.graded is 'Full members are graded; probationary members take part ungraded';
comment on column life_appraisal_person.reason is 'Why the opinion differs from the most votes of the poll';
create index life_appraisal_person_member on life_appraisal_person (member_id, meeting_id);
