-- Six months away that nobody registered: a draft of the outflow lies ready at the branch, which confirms it or not.

alter table mobile_outflow drop constraint mobile_outflow_source_check;
alter table mobile_outflow add constraint mobile_outflow_source_check check (source in (1, 2, 3, 4));
comment on column mobile_outflow.source is '1 asked by the person, 2 registered by the branch, 3 drafted from a report at the place of inflow, 4 drafted once six months had run that nobody registered';
create index sub_record_still_abroad on sub_record ((fields ->> 'leftAt'))
  where kind = 'abroad' and deleted_at is null and coalesce(fields ->> 'returnedAt', '') = '';
