-- 考试: essays marked by two with a third where they lie apart, class hours for whoever passes, scores of exams on paper.

alter table exam add column double_gap smallint check (double_gap >= 0);
comment on column exam.double_gap is '双评: each essay is marked by two; more than so many half points apart a third decides. Null: one marker';
alter table exam add column half_hours smallint not null default 0 check (half_hours between 0 and 80);
comment on column exam.half_hours is 'Class hours, in halves, that passing grants once results are published';

create table exam_marking (
  answer_id  bigint not null references exam_answer (id) on delete cascade,
  account_id bigint not null references account (id),
  points     integer not null,
  comment    text not null default '',
  marked_at  timestamptz not null default now(),
  primary key (answer_id, account_id)
);
comment on table exam_marking is 'What each marker gave an essay, in half points; none sees what the others gave';
create index exam_marking_account on exam_marking (account_id, marked_at);

alter table exam_attempt add column batch_id bigint references import_batch (id);
comment on column exam_attempt.batch_id is 'The sheet by which the score of a paper came in (handed_by paper); it has no answers';
create index exam_attempt_batch on exam_attempt (batch_id) where batch_id is not null;

alter table exam add column on_paper boolean not null default false;
comment on column exam.on_paper is '纸质考试: sat on paper, nobody begins it here; scores come in by sheet';
