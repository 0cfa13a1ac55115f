-- A move of an organisation rewrites the codes of all its meetings and sheets: what leaders owe is marked once a branch then, not once a
-- meeting and person; and a sheet that only changes its place says nothing new about who was there.
drop trigger rule_sheet_changed on attendance_sheet;
drop trigger rule_meeting_made on life_meeting;
drop trigger rule_meeting_gone on life_meeting;
drop trigger rule_meeting_changed on life_meeting;
select rule_marks('meeting', 'life_meeting', '{life}', 'select org_code as c from changed
  union all select o.code from (select distinct org_id from changed) x join member m on m.org_id = x.org_id
    join org_post p on p.member_id = m.id join organisation o on o.id = p.org_id
  union all select o.code from (select distinct lecturer_id from changed) x join org_post p on p.member_id = x.lecturer_id
    join organisation o on o.id = p.org_id');
