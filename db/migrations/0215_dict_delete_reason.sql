-- Why an entry of a dictionary was taken out: the recycle bin shows it, as of everything else.

alter table dict_item add column delete_reason text;
comment on column dict_item.delete_reason is 'Why it was taken out; null while it stands, and of what was taken out before reasons were asked for';
