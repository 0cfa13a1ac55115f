-- 互评 of a 民主评议: what those who take part say of each other, in their 党小组 where there is one.

create table life_appraisal_mutual (
  meeting_id bigint not null references life_appraisal (meeting_id),
  from_id    bigint not null references member (id),
  about_id   bigint not null references member (id),
  grade      smallint not null check (grade between 1 and 4),
  note       text not null default '',
  written_at timestamptz not null default now(),
  primary key (meeting_id, from_id, about_id),
  check (from_id <> about_id)
);
comment on table life_appraisal_mutual is '互评: a grade (1 优秀 to 4 不合格) and a word of one who takes part about another; sums and words are read without who said them';
create index life_appraisal_mutual_about on life_appraisal_mutual (meeting_id, about_id);
create index life_appraisal_mutual_from on life_appraisal_mutual (from_id);
create index life_appraisal_mutual_member on life_appraisal_mutual (about_id);
