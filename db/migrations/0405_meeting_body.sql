alter table development_meeting add column body text not null default 'committee' check (body in ('committee', 'general'));
comment on column development_meeting.body is 'Who met: 支委会, or 支部大会, which decides in a branch without a committee';
update development_meeting set body = 'general' where stage in (7, 9);
