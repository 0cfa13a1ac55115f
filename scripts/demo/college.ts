import type { ClientBase } from 'pg';
import type { CollegeAudience } from '#learning/college/rules.ts';
import { schoolYearOf, termOf } from '#learning/college/rules.ts';
import { examQuestions, insertLib, insertPaper, NINE, type Place, sit } from './exams.ts';

/** Where the demo's college is reached, on whatever port: browsers take names below `localhost` for this machine. */
const HOST = 'college.localhost';
export const COLLEGE_NAME = '峡州职业技术学院党委';
/** What stands above the branch of the student who has an account. */
export const STUDENTS_ABOVE = '机电工程学院党总支';
const SITE = {
  kind: 'college',
  productName: '峡州职业技术学院智慧党建平台',
  logoText: '峡州职院党建',
  hostUnit: COLLEGE_NAME,
};

/** An audience with what it names; the rest stays open. */
export const audienceOf = (of: Partial<CollegeAudience>): CollegeAudience => ({
  jobTypes: [],
  grades: [],
  classes: [],
  jobClasses: [],
  titleLevels: [],
  identities: [],
  suspended: false,
  ...of,
});

/** The site of the college beside that of the city, its roster and its tests. */
export async function writeCollege(client: ClientBase, today: string): Promise<void> {
  await client.query('insert into site_config (host, data) values ($1, $2) on conflict (host) do nothing', [
    HOST,
    JSON.stringify(SITE),
  ]);
  const { rows } = await client.query<Place>('select id, code, name from organisation where name = $1', [COLLEGE_NAME]);
  const college = rows[0];
  if (!college) return;
  await writeRoster(client, college, schoolYearOf(today));
  await writeTests(client, college, termOf(today));
}

/**
 * Students by the branches of students, staff by the others; who is in which class follows from the numbers of the people, so that
 * every demo is alike. The first student of 机电 has the account: in the second grade.
 */
async function writeRoster(client: ClientBase, college: Place, year: number): Promise<void> {
  await client.query(
    `insert into college_person (member_id, job_type, number, grade, class_name, job_class, title_level, suspended, graduated_on,
                                 created_by, updated_by, created_at, updated_at)
     select p.id, case when p.student then 2 else 1 end,
            case when p.student then (p.joined % 100)::text || lpad((p.id % 100000)::text, 5, '0') else 'G' || lpad((p.id % 10000)::text, 4, '0') end,
            case when p.student then p.grade end,
            case when p.student then p.short || to_char(p.joined % 100, 'FM00') || to_char(1 + p.id % 2, 'FM00') || '班' else '' end,
            case when not p.student then case when p.id % 9 = 0 then 2 else 1 end end,
            case when not p.student then nullif(1 + (p.id * 7 % 11 + 2) / 3, 5) end,
            case when p.id % 41 = 0 and p.grade > 0 then 1 else 2 end,
            case when p.student and p.grade = 0 then make_date($2, 7, 1) end,
            '刘志明', '刘志明', now() - interval '70 days', now() - interval '70 days'
       from (select m.*, case m.grade when 0 then $2 - 3 else $2 - m.grade + 1 end as joined
               from (select m.id, o.name like '%学生%' as student, left(o.name, 2) as short,
                            case when exists (select from account a where a.member_id = m.id) then 2
                                 else (array[1, 1, 2, 2, 2, 3, 3, 3, 3, 0])[1 + m.id % 10] end as grade
                       from member m join organisation o on o.id = m.org_id
                      where m.org_code like $1 || '%' and m.deleted_at is null and m.membership_status = 1
                        and o.name not like '%离退休%') as m) as p
      order by p.id`,
    [college.code, year],
  );
}

interface NewTest {
  title: string;
  remark: string;
  paperId: string;
  audience: CollegeAudience;
  /** Hours from nine of the first day. */
  opens: number;
  closes: number;
  minutes: number;
}

/** A published test with its frozen paper, and whoever of the roster it is for. */
async function insertTest(client: ClientBase, org: Place, term: string, of: NewTest): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into exam (org_id, org_code, title, remark, paper_id, opens_at, closes_at, minutes, audience, audience_college, term, only_members,
                       state, published_at, published_by, created_by, updated_by)
     values ($1, $2, $3, $4, $5, ${NINE} + $6::int * interval '1 hour', ${NINE} + $7::int * interval '1 hour', $8, 'college', $9, $10,
             false, 1, now() + ($6::int - 48) * interval '1 hour', $11, $11, $11) returning id`,
    [
      org.id,
      org.code,
      of.title,
      of.remark,
      of.paperId,
      of.opens,
      of.closes,
      of.minutes,
      JSON.stringify(of.audience),
      term,
      '刘志明',
    ],
  );
  const id = rows[0]?.id ?? '';
  await client.query(
    `insert into exam_item (exam_id, seq, section, question_id, number, score)
     select $1, seq, section, question_id, 1, score from exam_paper_item where paper_id = $2`,
    [id, of.paperId],
  );
  await client.query(
    `update question_version v set used_at = now() - interval '30 days' from exam_item i
      where i.exam_id = $1 and v.question_id = i.question_id and v.number = i.number and v.used_at is null`,
    [id],
  );
  await client.query(
    `insert into exam_person (exam_id, member_id, added_at)
     select $1, m.id, now() - interval '12 days' from member m
      where m.deleted_at is null and m.org_code like $2 || '%' and college_matches($3::jsonb, m.id, m.person_category) order by m.id`,
    [id, org.code, JSON.stringify(of.audience)],
  );
  return id;
}

/** A bank and a paper of the college; a test that is over with its results, one that runs, one in preparation. */
async function writeTests(client: ClientBase, college: Place, term: string): Promise<void> {
  const questions = examQuestions().filter((_one, at) => at % 2 === 0);
  const lib = await insertLib(client, college, '学院党校题库', '入党积极分子和学生党员学习测试', questions);
  const paper = await insertPaper(client, college, '党的基本知识测试卷', lib, [15, 5, 11, 2, 0]);
  const over = await insertTest(client, college, term, {
    title: '党的基本知识期中测试',
    remark: '闭卷作答，请独立完成。',
    paperId: paper,
    audience: audienceOf({ jobTypes: [2], grades: [1, 2, 3] }),
    opens: -24 * 16,
    closes: -24 * 14,
    minutes: 60,
  });
  await sit(client, over, 91, 100);
  await client.query(
    `update exam set closed_at = closes_at, results_at = closes_at + interval '1 day', results_by = published_by where id = $1`,
    [over],
  );
  const now = await insertTest(client, college, term, {
    title: '二年级党章学习在线测试',
    remark: '断网时答案保存在本机，恢复后自动上传。',
    paperId: paper,
    audience: audienceOf({ jobTypes: [2], grades: [2] }),
    opens: -24,
    closes: 24 * 10,
    minutes: 45,
  });
  await sit(client, now, 42, 100);
  // Whoever has an account has not sat yet: visitors shall.
  await client.query(
    `delete from exam_attempt t using exam_person x, account a
      where t.exam_id = $1 and x.id = t.person_id and a.member_id = x.member_id`,
    [now],
  );
  await client.query(
    `update exam_person x set counted_id = null where x.exam_id = $1
        and exists (select from account a where a.member_id = x.member_id)`,
    [now],
  );
  await client.query(
    `update exam_attempt set started_at = now() - interval '5 hours', handed_at = now() - interval '4 hours' - (id % 40) * interval '1 minute',
            deadline = now() - interval '4 hours' where exam_id = $1`,
    [now],
  );
  await client.query(
    `insert into exam (org_id, org_code, title, paper_id, opens_at, closes_at, minutes, audience, audience_college, term, only_members,
                       created_by, updated_by)
     values ($1, $2, '教职工政治理论学习测试', $3, ${NINE} + interval '14 days', ${NINE} + interval '16 days', 60, 'college', $4, $5, false,
             '刘志明', '刘志明')`,
    [college.id, college.code, paper, JSON.stringify(audienceOf({ jobTypes: [1], jobClasses: [1] })), term],
  );
}
