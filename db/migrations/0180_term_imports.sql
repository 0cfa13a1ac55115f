-- Terms that came by a sheet know it, so that an import is taken back as a whole.

alter table org_term add column batch_id bigint references import_batch (id);
comment on column org_term.batch_id is 'The import that wrote the term; null for one that was typed';
create index org_term_of_batch on org_term (batch_id) where batch_id is not null;
