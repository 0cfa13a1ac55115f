-- What the rows of a person's tabs say against the main record and against each other: the rules of
-- member/rules/recordChecks.ts, kept with the person, so that data quality counts them as cheaply as everything else.

alter table member add column row_faults text[] not null default '{}';
comment on column member.row_faults is 'Keys of the checks of data quality that find something in the rows of the tabs; kept by triggers';

create function member_row_faults(of bigint, born date, joined date, converted date, category integer, branch date)
returns text[] language sql stable as $$
  with r as (
    select id, kind, fields, coalesce(nullif(ordered_by, ''), fields ->> 'workedFrom') as begins,
           coalesce(case kind
             when 'abroad' then fields ->> 'returnedAt'
             when 'repr' then least(fields ->> 'stoppedOn', fields ->> 'termEndsOn')
             else fields ->> 'endedOn' end, '9999') as ends,
           case kind
             when 'inoff' then concat_ws(E'\n', fields ->> 'post', fields ->> 'orgName')
             when 'adof' then concat_ws(E'\n', fields ->> 'post', fields ->> 'workUnit')
             when 'repr' then concat_ws(E'\n', fields ->> 'congress', fields ->> 'level')
             when 'flre' then fields ->> 'direction'
             when 'diff' then fields ->> 'type'
             when 'abroad' then '' end as same,
           kind in ('inoff', 'repr') as is_post,
           kind = 'rewar' and fields ->> 'name' ~ '^[123]\d$' and fields ->> 'name' <> '19' as is_party_matter,
           kind = 'rewar' and fields ->> 'name' in ('25', '32', '33') as is_leaving
      from sub_record where member_id = of and deleted_at is null and kind <> 'family'
  ), day as (
    select to_char(born, 'YYYY-MM-DD') as born, to_char(joined, 'YYYY-MM-DD') as joined,
           to_char(converted, 'YYYY-MM-DD') as converted, to_char(branch, 'YYYY-MM-DD') as branch,
           (extract(year from born)::int + 16) || to_char(born, '-MM-DD') as sixteen
  ), found as (
    select 'row-before-birth' as key from r, day where begins < born
    union select 'worked-young' from r, day where kind = 'extra' and begins >= born and begins < sixteen
    union select 'row-before-joined' from r, day
     where (is_post or is_party_matter or kind = 'entering') and begins < joined and begins >= coalesce(born, '')
    union select 'post-in-probation' from r, day
     where is_post and begins >= joined and (begins < converted or (converted is null and category = 2))
    union select 'row-after-leaving' from r l, r x, day
     where l.is_leaving and l.begins >= coalesce(joined, '') and x.id <> l.id
       and (x.is_post or x.is_party_matter) and x.begins > l.begins
    union select 'row-overlap' from r a join r b on a.kind = b.kind and a.same = b.same and a.id < b.id
     where a.begins < b.ends and b.begins < a.ends
    union select 'entry-after-branch' from r, day where kind = 'entering' and fields ->> 'state' = '1' and begins > branch
  )
  select coalesce(array_agg(key order by key), '{}') from found
$$;

create function keep_row_faults_of_member() returns trigger language plpgsql as $$
begin
  new.row_faults := member_row_faults(new.id, new.birth_date, new.admission_date, new.conversion_date,
    new.person_category, new.joined_branch_on);
  return new;
end $$;
create trigger keep_row_faults before update on member
  for each row when (old.birth_date is distinct from new.birth_date or old.admission_date is distinct from new.admission_date
    or old.conversion_date is distinct from new.conversion_date or old.person_category <> new.person_category
    or old.joined_branch_on is distinct from new.joined_branch_on)
  execute function keep_row_faults_of_member();

-- A person whose faults change counts as changed, and so the organisation is counted again (mark_faults_stale).
create function keep_row_faults() returns trigger language plpgsql as $$
declare
  people bigint[];
begin
  if tg_op = 'INSERT' then
    people := array(select distinct member_id from new_rows where member_id is not null);
  elsif tg_op = 'DELETE' then
    people := array(select distinct member_id from old_rows where member_id is not null);
  else
    people := array(select member_id from old_rows where member_id is not null
                    union select member_id from new_rows where member_id is not null);
  end if;
  update member m set row_faults = n.faults
    from (select id, member_row_faults(id, birth_date, admission_date, conversion_date, person_category, joined_branch_on) as faults
            from member where id = any(people)) as n
   where m.id = n.id and m.row_faults <> n.faults;
  return null;
end $$;
create trigger row_faults_inserted after insert on sub_record referencing new table as new_rows
  for each statement execute function keep_row_faults();
create trigger row_faults_updated after update on sub_record referencing old table as old_rows new table as new_rows
  for each statement execute function keep_row_faults();
create trigger row_faults_deleted after delete on sub_record referencing old table as old_rows
  for each statement execute function keep_row_faults();

update member m set row_faults = n.faults
  from (select id, member_row_faults(id, birth_date, admission_date, conversion_date, person_category, joined_branch_on) as faults
          from member where id in (select member_id from sub_record where member_id is not null)) as n
 where m.id = n.id and m.row_faults <> n.faults;
