-- One call merges; a photo of a member.

alter table upload drop constraint upload_state_check,
  add check (state in ('open', 'merging', 'done', 'failed'));
comment on column upload.state is 'merging: one call is at it since touched_at; after ten minutes another may begin anew';

alter table member add column photo text;
comment on column member.photo is 'stored_file of kind member.photo; not a reference, since a removed file must not search the members';
