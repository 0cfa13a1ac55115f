import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobModule } from '#kernel/job/server/routes.ts';
import { jobEnds, upload, workbook } from '#people/member/test/factory.ts';
import { startWorker, type Worker } from '#platform/server/jobs/jobs.ts';
import {
  listGraduates,
  listGraduations,
  printRoll,
  runGraduates,
  wholeInTemplate,
} from '#procedures/transfer/contract.graduates.ts';
import { transferModule } from '#procedures/transfer/server/routes.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS, testIdCard } from '../../../../test/support/fixture.ts';
import { readyCity, workerAt } from './factory.ts';

/** 整建制 from an organisation outside: one document with its roll. */
let t: TestApp;
let committee: Caller;
let other: Caller;
let worker: Worker;
const MODULES = [jobModule, { ...transferModule, recurring: [] }];
beforeAll(async () => {
  t = await startTestApp();
  await readyCity(t);
  committee = await t.as('committeeWorker');
  other = await workerAt(t, 'committeeB1');
  worker = startWorker(t.services, MODULES);
});
afterAll(async () => {
  await worker.stop();
  await t.close();
});

const HEAD = ['姓名', '身份证号', '党支部', '人员类别', '入党日期', '转正日期', '民族'];
const member = (name: string, card: string, branch = '') => [
  name,
  card,
  branch,
  '正式党员',
  '2010-07-01',
  '2011-07-01',
  '汉',
];
const FROM = '沮阳市国资委委员会';
const fields = { documentNo: '国资党发〔2026〕8号', issuedOn: '2026-01-05', outsideName: FROM, reason: '隶属关系划入' };
const read = async (lines: readonly (readonly string[])[], given: Record<string, string> = {}, who = committee) =>
  upload(
    t,
    who,
    '名册.xlsx',
    await workbook([HEAD, ...lines]),
    { orgId: ORGS.committeeA1.id, ...fields, ...given },
    '/api/zzgx/wholeIn/read',
  );
const sheet = async (id: string) => (await committee.call(listGraduations, { id })).result.rows[0];
const lines = async (id: string) => (await committee.call(listGraduates, { id, pageSize: 100 } as never)).result.rows;
const run = async (id: string, act: 'admit' | 'undo', reason = '') => {
  const started = await committee.call(runGraduates, { id, act, reason });
  expect(started.code, started.text).toBe(200);
  return jobEnds(committee, started.result.jobId);
};
const people = async (cards: readonly string[]) => {
  const index = cards.map((card) => t.services.vault.index('id_card', card));
  const { rows } = await sql<{ name: string; org: string; status: number; ledger: string; joined: string }>`
    select m.name, o.name as org, m.membership_status as status,
           (select string_agg(l.way || l.sign, ',' order by l.id) from member_ledger l where l.member_id = m.id) as ledger,
           (select string_agg(r.fields ->> 'joinType' || ' ' || (r.fields ->> 'letterNo'), ',') from sub_record r
             where r.member_id = m.id and r.kind = 'entering') as joined
      from member m join organisation o on o.id = m.org_id
     where m.id_card_index = any(${index}::bytea[]) order by m.name`.execute(t.db);
  return rows;
};

test('by its roll everybody comes in by id card, branches are founded, the ledger says 整建制; no one twice; undone by who completed it', async () => {
  const cards = [901, 902, 903].map((serial) => testIdCard(serial));
  const [one = '', two = '', three = ''] = cards;
  const made = await read([
    member('甲', one, '划入第一党支部'),
    member('乙', two, '划入第一党支部'),
    member('丙', three, '划入第二党支部'),
    member('甲', one, '划入第二党支部'),
    member('丁', '110101199001011230', '划入第一党支部'),
    ['戊', testIdCard(904), '划入第一党支部', '正式党员', '2010-07-01', '', '汉'],
    ['己', testIdCard(905), '', '预备党员', '2026-01-01', '', '汉'],
  ]);
  expect(made.code, JSON.stringify(made)).toBe(200);
  const { id } = made.data;
  expect((await lines(id)).map(({ state, note }) => [state, note])).toEqual([
    ['due', ''],
    ['due', ''],
    ['due', ''],
    ['bad', '名册里已有这个身份证号'],
    ['bad', expect.stringContaining('18位')],
    ['bad', '正式党员请填写转正日期'],
    ['bad', '请填写编入的党支部'],
  ]);
  // What the roll says lies encrypted until somebody has come in, and nowhere after.
  const raw = async () =>
    (
      await sql<{ text: string; n: number }>`
      select string_agg(l::text, ' ') as text, count(said_enc)::int as n from relation_graduate l where graduation_id = ${id}`.execute(
        t.db,
      )
    ).rows[0];
  expect(await raw()).toMatchObject({ n: 3 });
  expect((await raw())?.text).not.toContain(one);
  expect(await sheet(id)).toMatchObject({
    kind: 'wholeIn',
    outsideName: FROM,
    counts: { due: 3, bad: 4 },
    can: { admit: true, submit: false, undo: false },
  });
  expect((await committee.call(runGraduates, { id, act: 'submit' })).msg).toContain('不用提交');

  expect(await run(id, 'admit')).toMatchObject({ state: 'done', message: '已接收3人' });
  expect(await raw()).toMatchObject({ n: 0 });
  const whole = { status: 1, ledger: 'transferredInWhole1', joined: `4 ${fields.documentNo}` };
  expect(await people(cards)).toEqual([
    { name: '丙', org: '划入第二党支部', ...whole },
    { name: '乙', org: '划入第一党支部', ...whole },
    { name: '甲', org: '划入第一党支部', ...whole },
  ]);
  const { rows: founded } = await sql<{ n: number }>`
    select count(*)::int as n from organisation where parent_id = ${ORGS.committeeA1.id} and name like '划入%'`.execute(
    t.db,
  );
  expect(founded[0]?.n).toBe(2);
  expect((await committee.call(runGraduates, { id, act: 'admit' })).msg).toContain('没有待办理');

  // Once more by another document: who stands on a roll is that line's outcome, and nobody is doubled.
  const again = (await read([member('甲', one, '划入第一党支部')])).data.id;
  expect(await run(again, 'admit')).toMatchObject({ message: expect.stringContaining('已接收0人，1人不能办理') });
  expect((await lines(again))[0]?.note).toContain('就在这个党支部');
  expect(await people([one])).toHaveLength(1);

  expect((await committee.call(runGraduates, { id, act: 'undo' })).data.fields.reason).toBe('请填写撤销原因');
  expect(await run(id, 'undo', '文件发错')).toMatchObject({ state: 'done', message: '已撤销3人' });
  expect((await people(cards)).map(({ status, ledger }) => [status, ledger])).toEqual(
    cards.map(() => [5, 'transferredInWhole1,transferredOutWhole-1']),
  );
  expect((await lines(id))[0]?.note).toBe('已撤销：文件发错');
  expect((await committee.call(runGraduates, { id, act: 'undo', reason: '再撤' })).msg).toContain('没有由本党委办结');

  // Gone again, they are known: a second document brings the same records back.
  const third = (await read([member('甲', one, '划入第一党支部')])).data.id;
  expect(await run(third, 'admit')).toMatchObject({ message: '已接收1人' });
  expect(await people([one])).toMatchObject([{ status: 1, org: '划入第一党支部' }]);
  const paper = await committee.call(printRoll, { id: third });
  expect(paper.result).toMatchObject({ missing: [] });
});

test('a branch takes a whole roll in without naming it; another committee, a day to come and a foreign organisation are refused', async () => {
  const inside = await read([member('庚', testIdCard(911))], { orgId: ORGS.branchA12.id });
  expect(inside.code, JSON.stringify(inside)).toBe(200);
  expect(await run(inside.data.id, 'admit')).toMatchObject({ message: '已接收1人' });
  expect((await read([member('辛', testIdCard(912))], { issuedOn: '2099-01-01' })).data.fields.issuedOn).toContain(
    '今天',
  );
  expect((await read([member('辛', testIdCard(912))], { documentNo: '' })).data.fields.documentNo).toBeTruthy();
  expect((await read([])).code).not.toBe(200);
  expect((await read([member('辛', testIdCard(912))], { orgId: ORGS.branchB11.id })).code).toBe(404);
  const county = await t.as('countyWorker');
  expect((await read([member('辛', testIdCard(912), '新支部')], {}, county)).data.fields.orgId).toContain('接收');
  const foreign = await other.call(runGraduates, { id: inside.data.id, act: 'undo', reason: '试' });
  expect(foreign.code).toBe(404);
  expect((await committee.call(wholeInTemplate, {})).status).toBe(200);
});
