-- A document on the tree hands over more than people and units: whatever a module announces as belonging to an organisation.
alter table org_change_row drop constraint org_change_row_subject_check;
alter table org_change_row add constraint org_change_row_subject_check check (subject ~ '^[a-zA-Z]{1,20}$');
comment on table org_change_row is 'People, units and what else belonged to an organisation that a document put into another one; those that go along with a moved one are not listed';
comment on column org_change_row.subject is 'member, unit, or what a module announced (group, matter, approvalTask)';
