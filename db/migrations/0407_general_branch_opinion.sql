-- 党总支 does not approve, but discusses what its branches send up before the committee decides.
alter table development_step
  add column general_org_id bigint references organisation (id),
  add column general_on date,
  add column general_by text not null default '',
  add column general_opinion text not null default '';
comment on column development_step.general_org_id is '党总支 between branch and approver; null: none, or its opinion is not asked';
comment on column development_step.general_on is 'When the 党总支 discussed it; the approver decides after that';
create index development_step_general on development_step (general_org_id) where state = 'submitted' and general_on is null;
