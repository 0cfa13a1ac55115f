-- Organisations: what keeps siblings apart, and what the warnings are counted by.

create unique index organisation_sibling_name on organisation (parent_id, name) where deleted_at is null;
comment on index organisation_sibling_name is 'Two children of one organisation never share a name';

create index organisation_tree on organisation (code) include (id, type) where deleted_at is null;
comment on index organisation_tree is 'Pages and counts in tree order without touching the rows';

create index member_counter_party on member_counter (org_code, value) include (n)
  where fact = 'category' and value in ('1', '2');
comment on index member_counter_party is 'Members per organisation, for the branches that are too small or too large';

create index org_post_secretary on org_post (org_id, term_id) where post = '书记';
comment on index org_post_secretary is 'Who has a secretary, for lists and for the vacant posts';

-- Changes live for seconds: left to the defaults, readers would step over thousands of dead ones.
alter table member_counter_delta set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
