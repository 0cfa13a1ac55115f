alter table development_meeting add column basis text[] not null default '{}';
comment on column development_meeting.basis is 'Files: papers by which the rights of somebody are suspended who does not count into 应到';
