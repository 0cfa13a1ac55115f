-- 单位: the record of the legal person or institution in which a party organisation stands.

alter table unit
  add column establishment text,
  add column scale         text,
  add column holding       text,
  add column affiliation   text,
  add column industry      text not null default '',
  add column manager       text not null default '',
  add column phone         text not null default '',
  add column name_grams    text[] not null default '{}',
  add column created_by    text not null default '',
  add column updated_at    timestamptz not null default now(),
  add column updated_by    text not null default '',
  add column deleted_by    text,
  add column delete_reason text;
comment on column unit.credit_code is '统一社会信用代码, GB 32100; each once among the units that are not deleted';
comment on column unit.nature is 'Dictionary 0011';
comment on column unit.is_legal is '法人单位标识';
comment on column unit.staff_count is '在岗职工人数';
comment on column unit.establishment is 'Dictionary 0014 建立党组织情况';
comment on column unit.scale is 'Dictionary 0015 企业规模, enterprises only';
comment on column unit.holding is 'Dictionary 0016 控股情况, enterprises only';
comment on column unit.affiliation is 'Dictionary 0017 隶属关系, GB/T 12404';
comment on column unit.manager is '单位负责人';

-- Pairs and single characters of the name, as the server writes them from now on.
update unit set name_grams = array(
  select distinct gram from (
    select substr(cleaned, n, 1) as gram from generate_series(1, length(cleaned)) n
    union select substr(cleaned, n, 2) from generate_series(1, length(cleaned) - 1) n) grams)
from (select id as unit_id, lower(translate(name, ' ·•', '')) as cleaned from unit) names
where names.unit_id = unit.id;

create unique index unit_credit_code on unit (credit_code) where deleted_at is null and credit_code is not null;
create index unit_grams on unit using gin (name_grams) where deleted_at is null;
create index unit_nature on unit (nature, org_code, id) where deleted_at is null;
create index unit_of_org on unit (org_id) where deleted_at is null;

insert into dict_item (dictionary_code, name, value, national_code, sort) values
  ('0014', '建立党组织情况', '', null, 0),
  ('0014', '建立党委', '1', null, 1),
  ('0014', '建立党总支', '2', null, 2),
  ('0014', '建立党支部', '3', null, 3),
  ('0014', '建立联合党支部', '4', null, 4),
  ('0014', '未建立党组织', '9', null, 5),
  ('0015', '企业规模', '', null, 0),
  ('0015', '大型', '1', null, 1),
  ('0015', '中型', '2', null, 2),
  ('0015', '小型', '3', null, 3),
  ('0015', '微型', '4', null, 4),
  ('0016', '控股情况', '', null, 0),
  ('0016', '国有控股', '1', null, 1),
  ('0016', '集体控股', '2', null, 2),
  ('0016', '私人控股', '3', null, 3),
  ('0016', '港澳台商控股', '4', null, 4),
  ('0016', '外商控股', '5', null, 5),
  ('0017', '隶属关系', '', null, 0),
  ('0017', '中央', '10', '10', 1),
  ('0017', '省', '20', '20', 2),
  ('0017', '市、地区', '40', '40', 3),
  ('0017', '县', '50', '50', 4),
  ('0017', '街道、镇、乡', '60', '60', 5),
  ('0017', '居民、村民委员会', '70', '70', 6),
  ('0017', '其他', '90', '90', 7);
