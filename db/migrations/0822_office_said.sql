-- Files of what was said on a part.
alter table office_entry add column files text[] not null default '{}';
