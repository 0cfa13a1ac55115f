import type { ClientBase } from 'pg';

/** The branch worker's own branch. */
const OWN = '渡口第一党支部';
/** To where, what for, and days from today on which the absence begins and ends. */
const TRIPS: readonly (readonly [string, string, number, number])[] = [
  ['沮阳市职教中心委员会', '参加技能培训', -20, 70],
  ['云岭市高新区工委', '随子女探亲', -5, 120],
  ['峡州职业技术学院党委', '短期进修', 3, 60],
  ['省人民医院党委', '陪护家人就医', -150, -60],
  ['云岭市人才服务中心党委', '外出务工联系岗位', -40, 30],
];

/** 党员证明信 of the demo: three that hold, one that is over, one made void. */
export async function writeProofs(client: ClientBase, today: string): Promise<void> {
  const trips = JSON.stringify(TRIPS.map(([place, reason, from, until]) => ({ place, reason, from, until })));
  await client.query(
    `insert into relation_proof (member_id, org_id, org_code, by_org_id, by_name, year, serial, to_name, reason, starts_on, ends_on,
                                 paid_to, facts, issued_on, handler, voided_at, voided_by, void_reason, printed)
     select m.id, o.id, o.code, o.id, o.name, left($2, 4)::smallint, t.n, t.place, t.reason, $2::date + t."from", $2::date + t."until",
            to_char($2::date, 'YYYY-MM'),
            jsonb_build_object('gender', case m.gender when 2 then '女' else '男' end, 'age', date_part('year', age($2::date, m.birth_date)),
                               'nation', '汉族', 'category', '正式党员', 'branch', o.name),
            $2::date + least(t."from", 0), '党务工作者',
            case when t.n = 5 then now() end, case when t.n = 5 then '党务工作者' else '' end,
            case when t.n = 5 then '行程取消，证明信已收回' else '' end, case when t.n < 5 then 1 else 0 end
       from (select row_number() over ()::int as n, p.* from jsonb_to_recordset($1::jsonb)
               as p (place text, reason text, "from" int, "until" int)) t
       join (select *, row_number() over (order by id)::int as n from member
              where org_id = (select id from organisation where name = $3 order by id limit 1) and person_category = 1
                and membership_status = 1 and not is_floating and deleted_at is null and birth_date is not null
              order by id limit 5) m on m.n = t.n
       join organisation o on o.id = m.org_id`,
    [trips, today, OWN],
  );
  await client.query(
    `insert into relation_proof_serial (org_id, year, last)
     select by_org_id, year, max(serial) from relation_proof group by by_org_id, year`,
  );
  // 个人履历 of those who stand right before or in their probation: the book of admission asks for it.
  await client.query(
    `insert into sub_record (kind, member_id, title, ordered_by, fields, created_by)
     select 'resume', f.member_id, one.place, one.since, jsonb_build_object('startedOn', one.since, 'endedOn', one.until, 'place', one.place,
            'post', one.post, 'witness', one.witness), '党务工作者'
       from (select d.member_id, extract(year from m.birth_date)::int as born, coalesce(nullif(m.work_unit, ''), '本地单位') as unit
               from development_file d join member m on m.id = d.member_id
              where d.category in (2, 3) and d.ended_on is null and m.birth_date is not null order by d.id limit 60) f
      cross join lateral (values
        ((f.born + 6) || '-09-01', (f.born + 12) || '-07-01', '峡州市实验小学', '学生', '周敏'),
        ((f.born + 12) || '-09-01', (f.born + 18) || '-07-01', '峡州市第一中学', '学生', '陈志远'),
        ((f.born + 18) || '-09-01', null, f.unit, '职工', '刘建国')) as one (since, until, place, post, witness)`,
  );
}
