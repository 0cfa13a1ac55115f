-- Awards, discipline and disposal of a record's tab 奖惩情况 are evidence of points, whoever writes them: by hand, by a file, back from
-- the bin. Where people are merged, evidence moves like all else that names them.
create function give_rewards(ids bigint[]) returns integer language sql as $$
  with found as (
    select case r.fields ->> 'type' when '1' then 'rewarded' else 'punished' end as source, 'rewar:' || r.id as subject,
           m.id as member_id, m.org_id, m.org_code, (r.fields ->> 'approvedOn')::date as day,
           coalesce((select d.name from dict_item d where d.dictionary_code = '0043' and d.value = r.fields ->> 'name' limit 1), '奖惩') as title
      from sub_record r join member m on m.id = r.member_id and m.deleted_at is null
     where r.id = any(ids) and r.kind = 'rewar' and r.deleted_at is null and r.erased_at is null
       and r.fields ->> 'type' in ('1', '2', '3') and r.fields ->> 'approvedOn' ~ '^\d{4}-\d{2}-\d{2}$'
  ), taken as (
    update point_evidence e set gone = true
     where e.source in ('rewarded', 'punished') and e.subject in (select 'rewar:' || id from unnest(ids) as of(id)) and not e.gone
       and not exists (select from found f where f.source = e.source and f.subject = e.subject and f.member_id = e.member_id)
  ), given as (
    insert into point_evidence (source, subject, member_id, org_id, org_code, day, title, link)
    select source, subject, member_id, org_id, org_code, day, title, '/affairs/member/browse/' || member_id || '?tab=rewar' from found
    on conflict (source, subject, member_id) do update set day = excluded.day, title = excluded.title, gone = false
     where (point_evidence.day, point_evidence.title, point_evidence.gone) is distinct from (excluded.day, excluded.title, false)
    returning 1)
  select count(*)::int from given
$$;

create function reward_evidence() returns trigger language plpgsql as $$
begin
  perform give_rewards(array[new.id]);
  return null;
end
$$;
create trigger sub_record_reward after insert or update of fields, deleted_at, erased_at on sub_record
  for each row when (new.kind = 'rewar' and new.member_id is not null) execute function reward_evidence();
