-- 单位 as the national system asks for it: 建立党组情况, and 有无统一社会信用代码 beside the code itself.
alter table unit
  add column leading_group text,
  add column no_code       boolean not null default false,
  add constraint unit_no_code check (not no_code or credit_code is null);
comment on column unit.leading_group is 'Dictionary 0018 建立党组情况';
comment on column unit.no_code is 'It has no 统一社会信用代码, which is more than that none is filled in';

insert into dict_item (dictionary_code, name, value, national_code, sort) values
  ('0018', '建立党组情况', '', null, 0),
  ('0018', '建立党组', '1', null, 1),
  ('0018', '建立党组性质党委', '2', null, 2),
  ('0018', '未建立党组', '9', null, 3);
