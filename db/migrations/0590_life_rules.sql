-- 应开规则: who may change them, and who changed what why.

insert into permission (id, key, name) values (5900, 'event:rules', '设置应开规则');

alter table life_rule
  add column reason       text not null default '',
  add column created_at   timestamptz not null default now(),
  add column created_by   text not null default '',
  add column ended_reason text not null default '',
  add column ended_by     text not null default '';
comment on column life_rule.reason is 'Why it was set or changed; empty for those that the platform came with';
