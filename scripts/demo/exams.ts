import type { ClientBase } from 'pg';
import { BLANK, ESSAY, JUDGE, MULTI, SINGLE } from './examTexts.ts';
import { chineseNumber } from './org.ts';

const OWN = '渡口第一党支部';
const COMMUNITY = '渡口社区党总支';
const STREET = '江南街道党工委';

/** Nine in the morning of the first day of the demo. */
export const NINE = `(date_trunc('day', now() at time zone 'Asia/Shanghai') + interval '9 hours') at time zone 'Asia/Shanghai'`;

export interface Place {
  id: string;
  code: string;
  name: string;
}

interface Made {
  kind: number;
  stem: string;
  options: string[];
  key: string[];
  difficulty: number;
  explanation: string;
}

/** Options with the right ones put where chance of the place has them. */
function arranged(
  right: readonly string[],
  wrong: readonly string[],
  turn: number,
): { options: string[]; key: string[] } {
  const all = [...right, ...wrong];
  const by = turn % all.length;
  const options = [...all.slice(by), ...all.slice(0, by)];
  const key = right.map((one) => String(options.indexOf(one))).sort();
  return { options, key };
}

/** The questions of the demo's bank. */
export function examQuestions(): Made[] {
  const level = (at: number) => 1 + ((at * 7) % 5);
  const explanation = (at: number) => (at % 3 === 0 ? '见《中国共产党章程》和有关条例。' : '');
  const base = (at: number) => ({ difficulty: level(at), explanation: explanation(at) });
  return [
    ...SINGLE.map(([stem, right, ...wrong], at) => ({ kind: 1, stem, ...arranged([right], wrong, at), ...base(at) })),
    ...MULTI.map(([stem, right, wrong], at) => ({ kind: 2, stem, ...arranged(right, wrong, at), ...base(at) })),
    ...JUDGE.map(([stem, right], at) => ({ kind: 3, stem, options: [], key: [right ? '1' : '0'], ...base(at) })),
    ...BLANK.map(([stem, ...key], at) => ({ kind: 4, stem, options: [], key, ...base(at) })),
    ...ESSAY.map(([stem, key], at) => ({ kind: 5, stem, options: [], key: [key], ...base(at) })),
  ];
}

/** A bank of an organisation with these questions; answers its id. */
export async function insertLib(
  client: ClientBase,
  org: Place,
  name: string,
  remark: string,
  all: readonly Made[],
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into question_lib (org_id, org_code, name, remark, created_by, updated_by, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, now() - interval '60 days', now() - interval '60 days') returning id`,
    [org.id, org.code, name, remark, `${org.name.slice(0, 4)}党务工作者`],
  );
  const id = rows[0]?.id ?? '';
  await client.query(
    `with given as (
       select nextval(pg_get_serial_sequence('question', 'id')) as id, e.one from jsonb_array_elements($2::jsonb) with ordinality as e (one, place)
        order by e.place
     ), made as (
       insert into question (id, lib_id, kind, difficulty, stem, labels)
       select id, $1, (one->>'kind')::int, (one->>'difficulty')::int, one->>'stem', array['党章党规'] from given
     )
     insert into question_version (question_id, number, kind, stem, options, key, explanation, difficulty)
     select id, 1, (one->>'kind')::int, one->>'stem', array(select jsonb_array_elements_text(one->'options')),
            array(select jsonb_array_elements_text(one->'key')), one->>'explanation', (one->>'difficulty')::int from given`,
    [id, JSON.stringify(all)],
  );
  return id;
}

/** A paper by hand: so many questions of each kind from a bank. */
export async function insertPaper(
  client: ClientBase,
  org: Place,
  name: string,
  libId: string,
  counts: readonly number[],
): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into exam_paper (org_id, org_code, name, type, created_by, updated_by) values ($1, $2, $3, 0, $4, $4) returning id`,
    [org.id, org.code, name, `${org.name.slice(0, 4)}党务工作者`],
  );
  const id = rows[0]?.id ?? '';
  await client.query(
    `insert into exam_paper_item (paper_id, seq, section, question_id, score)
     select $1, row_number() over (order by q.kind, q.place),
            (array['一、单选题', '二、多选题', '三、判断题', '四、填空题', '五、简答题'])[q.kind], q.id, (array[4, 6, 2, 4, 20])[q.kind]
       from (select id, kind, row_number() over (partition by kind order by md5(id::text)) as place from question where lib_id = $2) as q
      where q.place <= ($3::int[])[q.kind]`,
    [id, libId, counts],
  );
  await client.query(
    `update exam_paper p set total = s.total, questions = s.n
       from (select sum(score) as total, count(*) as n from exam_paper_item where paper_id = $1) as s where p.id = $1`,
    [id],
  );
  return id;
}

/** A paper that is drawn anew for each. */
async function insertDrawn(client: ClientBase, org: Place, name: string, libId: string): Promise<void> {
  await client.query(
    `with made as (
       insert into exam_paper (org_id, org_code, name, type, each_own, total, questions, created_by, updated_by)
       values ($1, $2, $3, 1, true, 160, 35, $5, $5) returning id)
     insert into exam_paper_rule (paper_id, seq, lib_id, kind, amount, score)
     select made.id, v.seq, $4, v.kind, v.amount, v.score
       from made, (values (1, 1, 20, 4), (2, 2, 10, 6), (3, 3, 5, 4)) as v (seq, kind, amount, score)`,
    [org.id, org.code, name, libId, `${org.name.slice(0, 4)}党务工作者`],
  );
}

interface NewExam {
  org: Place;
  for: Place;
  title: string;
  remark: string;
  paperId: string;
  /** Hours from nine of the first day. */
  opens: number;
  closes: number;
  minutes: number;
  attempts: number;
}

/** A published exam with its frozen paper and its people. */
async function insertExam(client: ClientBase, of: NewExam): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into exam (org_id, org_code, title, remark, paper_id, opens_at, closes_at, minutes, attempts, audience, audience_orgs, state,
                       published_at, published_by, created_by, updated_by)
     values ($1, $2, $3, $4, $5, ${NINE} + $6::int * interval '1 hour', ${NINE} + $7::int * interval '1 hour',
             $8, $9, 'orgs', array[$10::bigint], 1, now() + ($6::int - 48) * interval '1 hour', $11, $11, $11) returning id`,
    [
      of.org.id,
      of.org.code,
      of.title,
      of.remark,
      of.paperId,
      of.opens,
      of.closes,
      of.minutes,
      of.attempts,
      of.for.id,
      `${of.org.name.slice(0, 4)}党务工作者`,
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
     select $1, id, now() - interval '20 days' from member
      where deleted_at is null and person_category in (1, 2) and org_code like $2 || '%' order by id`,
    [id, of.for.code],
  );
  return id;
}

/** A number of 0 to 99 that stands for two ids. */
const chance = (a: string, b: string) => `('x' || substr(md5(${a} || ':' || ${b}), 1, 4))::bit(16)::int % 100`;

/**
 * Lets so many of a hundred people sit an exam. How well each does follows from the person and the question, so that good people
 * do better at hard questions. @param essays of a hundred essays that are marked
 */
export async function sit(client: ClientBase, examId: string, share: number, essays: number): Promise<void> {
  await client.query(
    `insert into exam_attempt (exam_id, person_id, number, state, device, started_at, deadline, handed_at, handed_by, total)
     select e.id, x.id, 1, 2, 'demo', e.opens_at + at * interval '1 minute', e.opens_at + (at + e.minutes) * interval '1 minute',
            e.opens_at + (at + least(e.minutes - 1, 8 + at % 30)) * interval '1 minute', 'person',
            (select sum(score) from exam_item where exam_id = e.id)
       from exam e join exam_person x on x.exam_id = e.id cross join lateral (select ${chance('x.id', "'at'")} as at) as a
      where e.id = $1 and ${chance('x.id', "'sits'")} < $2`,
    [examId, share],
  );
  await client.query(
    `insert into exam_answer (attempt_id, seq, section, question_id, number, score, mixed, answer, saved, saved_at, points)
     select t.id, i.seq, i.section, i.question_id, i.number, i.score,
            case when v.kind <= 2 then array(select generate_series(0, cardinality(v.options) - 1)::smallint) else '{}' end,
            case when v.kind = 5 then array[(array['党支部要提前定主题，请党员出主意，活动后收集群众的意见，做好记录。',
                                               '我认为要从身边的小事做起，遇到急难的事带头上，平时多走访，把群众的困难记下来。',
                                               '要坚持从群众中来、到群众中去，一切为了群众，一切依靠群众。'])[1 + c.n % 3]]
                 when c.isright then array(select split_part(k, '|', 1) from unnest(v.key) as k)
                 when v.kind = 1 then array[((v.key[1]::int + 1 + c.n % (cardinality(v.options) - 1)) % cardinality(v.options))::text]
                 when v.kind = 2 then v.key[1:cardinality(v.key) - 1]
                 when v.kind = 3 then array[case v.key[1] when '1' then '0' else '1' end] else array['不清楚'] end,
            1, t.handed_at - interval '1 minute',
            case when v.kind < 5 then case when c.isright then i.score else 0 end
                 when ${chance('t.id', "'marked'")} < $2 then i.score * (50 + c.n % 50) / 100 end
       from exam_attempt t join exam_item i on i.exam_id = t.exam_id
       join question_version v on v.question_id = i.question_id and v.number = i.number
       cross join lateral (
         select ${chance('t.person_id', 'i.question_id')} as n,
                ${chance('t.person_id', 'i.question_id')} < 28 + ${chance('t.person_id', "'able'")} * 45 / 100
                  + ${chance('i.question_id', "'easy'")} * 30 / 100 as isright) as c
      where t.exam_id = $1`,
    [examId, essays],
  );
  await client.query(
    `update exam_attempt t set state = 3, score = s.points
       from (select attempt_id, sum(points) as points from exam_answer group by 1 having count(*) filter (where points is null) = 0) as s
      where s.attempt_id = t.id and t.exam_id = $1`,
    [examId],
  );
  await client.query(
    `update exam_person x set counted_id = t.id from exam_attempt t where t.person_id = x.id and t.state = 3 and x.exam_id = $1`,
    [examId],
  );
}

/** So many days ago the branch had its test. */
const TEST_DAYS = 4;

/** It is called by the month in which it was. */
async function testName(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ month: number }>(
    `select extract(month from (${NINE} - $1::int * interval '1 day') at time zone 'Asia/Shanghai')::int as month`,
    [TEST_DAYS],
  );
  return `${chineseNumber(rows[0]?.month ?? 1)}月主题党日小测`;
}

/** 考试中心 of the demo: banks, papers, one exam analysed, one marked half, one that runs and that the visitor may sit. */
export async function writeExams(client: ClientBase): Promise<void> {
  const { rows } = await client.query<Place>(
    `select o.id, o.code, o.name from organisation own
       join organisation o on own.code like o.code || '%' and o.deleted_at is null
      where own.name = $1 and own.deleted_at is null order by length(o.code)`,
    [OWN],
  );
  const street = rows.find(({ name }) => name === STREET);
  const community = rows.find(({ name }) => name === COMMUNITY);
  const branch = rows.at(-1);
  if (!street || !community || !branch) return;
  const all = examQuestions();
  const lib = await insertLib(
    client,
    street,
    '党章党规知识题库',
    '党章、发展党员、组织生活和党史的基础知识，适合全体党员',
    all,
  );
  const own = await insertLib(
    client,
    branch,
    '支部学习题库',
    '主题党日后的小测验',
    all.filter((_one, at) => at % 3 === 0),
  );
  const paper = await insertPaper(client, street, '党章党规知识测试（A卷）', lib, [20, 8, 8, 4, 0]);
  const short = await insertPaper(client, branch, '主题党日小测', own, [8, 4, 4, 2, 1]);
  await insertDrawn(client, street, '党员应知应会抽题卷', lib);
  const over = await insertExam(client, {
    org: street,
    for: community,
    title: '党章党规知识测试',
    remark: '闭卷作答，请独立完成。',
    paperId: paper,
    opens: -24 * 20,
    closes: -24 * 17,
    minutes: 60,
    attempts: 1,
  });
  await sit(client, over, 88, 100);
  await client.query(
    `update exam set closed_at = closes_at, results_at = closes_at + interval '1 day', results_by = published_by where id = $1`,
    [over],
  );
  const test = await testName(client);
  const half = await insertExam(client, {
    org: branch,
    for: branch,
    title: test,
    remark: '',
    paperId: short,
    opens: -24 * TEST_DAYS,
    closes: -24 * (TEST_DAYS - 1),
    minutes: 30,
    attempts: 1,
  });
  await sit(client, half, 80, 50);
  await client.query('update exam set closed_at = closes_at where id = $1', [half]);
  const now = await insertExam(client, {
    org: street,
    for: community,
    title: '党员应知应会在线测试',
    remark: '可以考两次，取最高分。断网时答案保存在本机，恢复后自动上传。',
    paperId: paper,
    opens: -24,
    closes: 24 * 9,
    minutes: 60,
    attempts: 2,
  });
  // Some have sat it; neither the visitors nor whoever works at the branch.
  await client.query(
    `insert into exam_attempt (exam_id, person_id, number, state, device, started_at, deadline, handed_at, handed_by, total)
     select e.id, x.id, 1, 2, 'demo', e.opens_at + interval '2 hours', e.opens_at + interval '3 hours', e.opens_at + interval '150 minutes',
            'person', (select sum(score) from exam_item where exam_id = e.id)
       from exam e join exam_person x on x.exam_id = e.id
      where e.id = $1 and ${chance('x.id', "'early'")} < 30 and not exists (select from account a where a.member_id = x.member_id)`,
    [now],
  );
  await client.query(
    `insert into exam_answer (attempt_id, seq, section, question_id, number, score, mixed, answer, saved, saved_at, points)
     select t.id, i.seq, i.section, i.question_id, i.number, i.score,
            case when v.kind <= 2 then array(select generate_series(0, cardinality(v.options) - 1)::smallint) else '{}' end,
            array(select split_part(k, '|', 1) from unnest(v.key) as k), 1, t.handed_at, i.score
       from exam_attempt t join exam_item i on i.exam_id = t.exam_id
       join question_version v on v.question_id = i.question_id and v.number = i.number where t.exam_id = $1`,
    [now],
  );
  await client.query(`update exam_attempt set state = 3, score = total where exam_id = $1`, [now]);
  await client.query(
    'update exam_person x set counted_id = t.id from exam_attempt t where t.person_id = x.id and x.exam_id = $1',
    [now],
  );
  await client.query(
    `insert into todo (role_id, org_id, org_code, account_id, module, title, detail, act, jump_url, due_on, subject)
     select distinct on (g.account_id) g.role_id, g.org_id, o.code, g.account_id, '智慧教育', '考试：' || e.title, e.minutes || '分钟，请在截止前完成',
            '去考试', '/education/exam/take/' || e.id, e.closes_at::date, 'exam:' || e.id || ':' || x.id
       from exam e join exam_person x on x.exam_id = e.id join account a on a.member_id = x.member_id
       join account_role g on g.account_id = a.id and g.role_id in (2, 3, 6) join organisation o on o.id = g.org_id
      where e.id = $1 order by g.account_id, g.role_id`,
    [now],
  );
  await client.query(
    `insert into todo (role_id, org_id, org_code, module, title, detail, act, jump_url, subject)
     values (3, $1, $2, '智慧教育', '阅卷：' || $4::text, '有简答题等待批阅', '阅卷', '/education/exam/mark/' || $3::bigint, 'examMark:' || $3::bigint)`,
    [branch.id, branch.code, half, test],
  );
}
