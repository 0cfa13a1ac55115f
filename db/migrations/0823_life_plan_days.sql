-- 民主生活会: how many days before it the plan goes to the superior; a term of the site, as the report's.
alter table life_terms add column plan_days smallint not null default 10 check (plan_days between 1 and 90);
comment on column life_terms.plan_days is 'Days before a 民主生活会 by which its plan goes to the superior; no regulation names a number';
