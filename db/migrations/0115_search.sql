-- What is found by pinyin that had none so far: units and notices.

alter table unit
  add column pinyin   text collate "C",
  add column initials text collate "C";
comment on column unit.pinyin is 'Of the name, without tones and gaps; null until the server has written it';
create index unit_without_pinyin on unit (id) where pinyin is null;

alter table notice
  add column pinyin   text collate "C",
  add column initials text collate "C";
comment on column notice.pinyin is 'Of the title, without tones and gaps; null until the server has written it';
create index notice_without_pinyin on notice (id) where pinyin is null;
