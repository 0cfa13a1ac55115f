-- Taking back an import says of each person what became of them, and may be repeated. A bulk change notes what its preview
-- found in the field itself: whoever was changed elsewhere in the record since is not left out.

alter table import_row add column undone text check (undone in ('removed', 'restored', 'kept'));
alter table import_row add column undone_note text not null default '';
comment on column import_row.undone is 'What taking the batch back did with the person: to the recycle bin, the former values back, or left as they are';
comment on column import_row.undone_note is 'Why somebody was left as they are';

update import_row r set undone = case when m.delete_reason = '撤销导入' then 'removed' else 'kept' end
  from import_batch b, member m
 where b.id = r.batch_id and b.state = 'undone' and r.state = 'written' and m.id = r.member_id;
update import_row r set undone = 'restored'
  from import_batch b where b.id = r.batch_id and b.state = 'undone' and r.state = 'updated';

-- What a preview of before found in the field is not known: it is drawn up again.
delete from member_bulk where state = 'preview';
update member_bulk_row r set state = 'stale', note = '升级之前的预览，请重新提交'
  from member_bulk b where b.id = r.bulk_id and r.state = 'due' and b.kind <> 'label';
alter table member_bulk_row drop column version;
comment on column member_bulk_row.before is 'What the preview found, and what is put back when the change is taken back';
