-- 党员异动 says on which ground it stands and since when; a wrongly registered 党籍状态 is corrected by an act of its own.

alter table member_variation
  add column ground text,
  add column ground_on date,
  drop constraint member_variation_kind_check,
  add constraint member_variation_kind_check check (kind in
    ('expelled', 'lapsed', 'quit', 'advised', 'removed', 'suspended', 'died', 'other', 'restored', 'corrected')),
  add constraint member_variation_ground_check check (ground is not null or ground_on is null);
comment on column member_variation.ground is 'On which ground it stands (variation/rules.ts GROUNDS); null: of a kind without, or registered before it was asked for';
comment on column member_variation.ground_on is 'Since when: last heard of, left the country, first month without dues; never later than the day of effect';

-- Whoever is suspended for two years counts as having left (党员教育管理工作条例第二十四条): 自行脱党, nobody was advised to quit.
update todo set jump_url = replace(jump_url, 'kind=removed', 'kind=lapsed')
 where done_at is null and starts_with(subject, 'variationDraft:removal:');
