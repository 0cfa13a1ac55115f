-- Which pages of a document somebody has had before them, beside the minutes.
alter table knowledge_reading
  add column version_no integer,
  add column pages int4multirange not null default '{}',
  add column page_count integer not null default 0 check (page_count between 0 and 10000),
  add column last_page integer not null default 0 check (last_page between 0 and page_count);
comment on column knowledge_reading.version_no is 'The version that pages, page_count and last_page are of; another version begins anew';
comment on column knowledge_reading.pages is 'Pages that were in view for two seconds, from 1';
