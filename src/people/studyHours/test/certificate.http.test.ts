import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchBytes } from '#kernel/files/test/factory.ts';
import { verifyPaper } from '#kernel/verify/contract.ts';
import {
  earnedHours,
  exportCertificates,
  getCertificateSetting,
  issueCertificate,
  listCertificates,
  ownCertificates,
  printAllCertificates,
  printCertificates,
  printOwnCertificate,
  saveCertificateSetting,
  voidCertificates,
} from '#people/studyHours/contract.certificate.ts';
import { followCertificates, issueCertificates } from '#people/studyHours/server/certificates.ts';
import { grantHours } from '#people/studyHours/server/index.ts';
import { transact } from '#platform/server/database/db.ts';
import { startWorker } from '#platform/server/jobs/jobs.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { pdfPages } from '../../../../test/support/pdfText.ts';

let t: TestApp;
let committee: Caller;
let sibling: Caller;
let branch: Caller;
let member: Caller;
let me: string;
let people: string[];
let year: number;

const form = (more: object = {}) => ({
  title: '党务骨干培训',
  startsOn: `${year - 1}-03-01`,
  endsOn: `${year - 1}-11-30`,
  basis: 'same' as const,
  hours: 61.5,
  central: 16,
  score: '94',
  ...more,
});
/** The numbers of an organisation, and the last one that was given out. */
const numbers = async (orgId: string) => {
  const { rows } = await sql<{ serials: number[]; last: number }>`
    select array_agg(serial order by serial) as serials, (select last from learning_certificate_serial where org_id = ${orgId}) as last
      from learning_certificate where org_id = ${orgId}`.execute(t.db);
  return { serials: rows[0]?.serials ?? [], last: rows[0]?.last ?? 0 };
};
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);
const codeOf = async (id: string) => {
  const { rows } = await sql<{ code: string }>`
    select code from verify_code where kind = 'learning.certificate' and subject_id = ${id}`.execute(t.db);
  return rows[0]?.code ?? '';
};

beforeAll(async () => {
  t = await startTestApp();
  committee = await t.as('committeeWorker');
  [sibling, branch, member] = [await t.as('siblingWorker'), await t.as('branchWorker'), await t.as('member')];
  me = t.fixture.principals.member.memberId ?? '';
  people = [...(t.fixture.members.branchA11 ?? []), ...(t.fixture.members.branchA12 ?? [])];
  year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
});
afterAll(() => t.close());

test('numbers under 50 parallel issues have no gap and none twice, though every fifth ends without one', async () => {
  const { id: orgId } = ORGS.committeeA1;
  const one = {
    title: '试',
    startsOn: `${year}-01-01`,
    endsOn: `${year}-01-02`,
    hours: 80,
    central: 0,
    score: null,
    total: null,
  };
  const outcomes = await Promise.allSettled(
    upTo(50).map((at) =>
      transact(t.db, async (tx) => {
        const grant = { orgId, source: 'hand' as const, evidence: `hand:p${at}`, link: '', by: '试' };
        const learned = people.slice(0, 1 + (at % 3)).map((personId) => ({ personId, ...one }));
        await issueCertificates(tx, grant, learned);
        if (at % 5 === 0) throw new Error('taken back');
      }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  const { serials, last } = await numbers(orgId);
  expect(serials).toEqual(upTo(serials.length));
  expect(last).toBe(serials.length);
  expect(serials.length).toBeGreaterThan(60);
});

test('issued through the call: facts at the fields, people of the scope, one each, numbers one after another', async () => {
  const faults = async (more: object) =>
    (await committee.call(issueCertificate, { ...form(more), memberIds: [me] })).data;
  expect(await faults({ endsOn: `${year - 2}-01-01` })).toMatchObject({
    fields: { endsOn: '结束日期不能早于开始日期' },
  });
  expect(await faults({ startsOn: `${year + 1}-01-01`, endsOn: `${year + 1}-01-02` })).toMatchObject({
    fields: { startsOn: '培训开始后再出具' },
  });
  expect(await faults({ central: 70 })).toMatchObject({ fields: { central: '集中培训学时不能多于总学时' } });
  expect(await faults({ hours: 0, central: 0, score: '' })).toMatchObject({
    fields: { hours: '请填写学时，或填写测试成绩' },
  });
  expect((await committee.call(issueCertificate, { ...form(), memberIds: [] })).code).toBe(600);
  const foreign = t.fixture.members.branchB11?.[0] ?? '';
  expect((await committee.call(issueCertificate, { ...form(), memberIds: [me, foreign] })).code).toBe(404);
  const before = (await numbers(ORGS.committeeA1.id)).last;
  const made = await committee.call(issueCertificate, { ...form(), memberIds: [me, ...people.slice(0, 2), me] });
  expect(made.data, made.text).toMatchObject({ issued: 3 });
  expect(made.data.first).toMatch(new RegExp(`学证〔${year}〕第${String(before + 1).padStart(4, '0')}号$`));
  const list = await committee.call(listCertificates, { evidence: made.data.evidence });
  expect(list.total).toBe(3);
  expect(list.rows[0]).toMatchObject({ hours: 61.5, central: 16, score: 94, isVoid: false, can: { void: true } });
  // The branch sees what its people have of the committee, and cannot void it; another committee sees nothing.
  const below = await branch.call(listCertificates, { evidence: made.data.evidence });
  expect(below.total).toBe(3);
  expect(below.rows.every(({ can }) => !can.void)).toBe(true);
  const of = { ids: [below.rows[0]?.id ?? ''], reason: '试' };
  expect((await branch.call(voidCertificates, of)).code).toBe(404);
  expect((await sibling.call(voidCertificates, of)).code).toBe(404);
  expect((await sibling.call(listCertificates, { evidence: made.data.evidence })).total).toBe(0);
  expect((await member.call(listCertificates, {})).code).toBe(403);
  expect((await member.call(issueCertificate, { ...form(), memberIds: [me] })).code).toBe(403);
});

test('by the ledger each has the own hours; who has none is named', async () => {
  const [with8, without] = [people[0] ?? '', people[1] ?? ''];
  await grantHours(t.db, [
    {
      personId: with8,
      day: `${year - 1}-04-01`,
      source: 'lecture',
      evidence: 'x:1',
      minutes: 360,
      title: '课',
      central: true,
    },
    { personId: with8, day: `${year - 1}-12-01`, source: 'lecture', evidence: 'x:2', minutes: 360, title: '课' },
  ]);
  const of = { memberIds: [with8, without], startsOn: `${year - 1}-03-01`, endsOn: `${year - 1}-11-30` };
  const earned = await committee.call(earnedHours, of);
  expect(earned.rows.map(({ id, hours, central }) => [id, hours, central])).toEqual(
    expect.arrayContaining([
      [with8, 8, 8],
      [without, 0, 0],
    ]),
  );
  const refused = await committee.call(issueCertificate, { ...form({ basis: 'ledger' }), memberIds: [with8, without] });
  expect(refused.data.fields.memberIds).toContain('在这段时间没有学时');
  const made = await committee.call(issueCertificate, { ...form({ basis: 'ledger', score: '' }), memberIds: [with8] });
  const { rows } = await committee.call(listCertificates, { evidence: made.data.evidence });
  expect(rows[0]).toMatchObject({ hours: 8, central: 8, score: null });
});

test('the paper is one landscape page each; printing is counted, a preview is not; a stranger reads true, void or unknown', async () => {
  const made = await committee.call(issueCertificate, { ...form(), memberIds: [me, people[3] ?? ''] });
  const { rows } = await committee.call(listCertificates, { evidence: made.data.evidence });
  const ids = rows.map(({ id }) => id);
  await committee.call(printCertificates, { ids, preview: true });
  const printed = await committee.call(printCertificates, { ids });
  expect(printed.data, printed.text).toMatchObject({ pages: 2, missing: [] });
  const { bytes } = await fetchBytes(t, committee, `/api/common/download?fileName=${printed.data.fileId}`);
  const pages = pdfPages(bytes);
  expect(pages).toHaveLength(2);
  expect(bytes.toString('latin1')).toMatch(/\/MediaBox ?\[ ?0 0 841\.\d+ 595\.\d+/);
  const text = pages[0]?.text.replace(/\s/g, '') ?? '';
  for (const part of [
    '学习证明',
    '“党务骨干培训”',
    '61.5学时',
    '其中集中培训16学时',
    '结业测试94分',
    '特此证明',
    '核验码',
    '只显示真伪、姓氏和学时',
  ])
    expect(text).toContain(part);
  const mine = await member.call(ownCertificates, {});
  const own = mine.rows.find(({ id }) => ids.includes(id));
  expect(own).toMatchObject({ printed: 1, isVoid: false, can: { void: false } });
  expect((await member.call(printOwnCertificate, { id: own?.id ?? '' })).data.pages).toBe(1);
  const others = ids.find((id) => id !== own?.id) ?? '';
  expect((await member.call(printOwnCertificate, { id: others })).code).toBe(404);
  const again = await committee.call(listCertificates, { evidence: made.data.evidence });
  expect(again.rows.find(({ id }) => id === own?.id)?.printed).toBe(2);
  const code = await codeOf(own?.id ?? '');
  const asked = await t.nobody.call(verifyPaper, { code });
  expect(asked.data).toMatchObject({ title: '学习证明', state: '有效', tone: 'good' });
  expect(asked.data.facts).toEqual([
    { label: '名称', value: expect.stringMatching(/^.\*\*$/) },
    { label: '编号', value: expect.stringMatching(/第\d+号$/) },
    { label: '日期', value: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
    { label: '学习内容', value: expect.any(String) },
    { label: '学时', value: '61.5学时' },
  ]);
  const gone = await committee.call(voidCertificates, { ids: [own?.id ?? ''], reason: '姓名有误' });
  expect(gone.data, gone.text).toMatchObject({ voided: 1 });
  expect((await t.nobody.call(verifyPaper, { code })).data).toMatchObject({ state: '已作废', tone: 'warn' });
  expect((await t.nobody.call(verifyPaper, { code: '00000000000' + '0' })).code).not.toBe(200);
  expect((await committee.call(printCertificates, { ids })).text).toContain('已作废');
  expect((await committee.call(voidCertificates, { ids: [own?.id ?? ''], reason: '再来' })).text).toContain('已经作废');
  expect((await member.call(ownCertificates, {})).rows.find(({ id }) => id === own?.id)).toMatchObject({
    isVoid: true,
    voidReason: '姓名有误',
  });
  const { serials, last } = await numbers(ORGS.committeeA1.id);
  expect(serials).toEqual(upTo(last));
});

test('the setting holds for what is issued afterwards; two who save at once do not overwrite each other', async () => {
  const { data } = await committee.call(getCertificateSetting, {});
  const set = { prefix: '峡临学证', issuer: '中共峡州市临峡区委党校', wording: '修完规定课程', version: data.version };
  expect((await committee.call(saveCertificateSetting, set)).code).toBe(200);
  expect((await committee.call(saveCertificateSetting, { ...set, prefix: '另' })).code).toBe(400);
  const made = await committee.call(issueCertificate, { ...form(), memberIds: [me] });
  expect(made.data.first).toMatch(/^峡临学证〔\d{4}〕第\d{4}号$/);
  const next = (await committee.call(getCertificateSetting, {})).data.nextNumber;
  expect(Number(next.match(/第(\d+)号/)?.[1])).toBe(Number(made.data.last.match(/第(\d+)号/)?.[1]) + 1);
});

test('certificates follow who has passed: changed figures and a lost pass take the paper away with the reason', async () => {
  const grant = { orgId: ORGS.committeeA1.id, source: 'exam' as const, evidence: 'exam:1', link: '', by: '试' };
  const fact = (personId: string, score: number) => ({
    personId,
    title: '测试',
    startsOn: `${year}-01-01`,
    endsOn: `${year}-01-01`,
    hours: 0,
    central: 0,
    score,
    total: 1000,
  });
  const follow = (passed: [string, number][]) =>
    transact(t.db, (tx) =>
      followCertificates(
        tx,
        grant,
        passed.map((one) => fact(...one)),
        '重新判分',
      ),
    );
  const [a, b] = [me, people[0] ?? ''];
  expect(
    await follow([
      [a, 700],
      [b, 800],
    ]),
  ).toEqual({ issued: 2, withdrawn: 0 });
  expect(
    await follow([
      [a, 700],
      [b, 800],
    ]),
  ).toEqual({ issued: 0, withdrawn: 0 });
  expect(
    await follow([
      [a, 650],
      [b, 800],
    ]),
  ).toEqual({ issued: 1, withdrawn: 1 });
  expect(await follow([[b, 800]])).toEqual({ issued: 0, withdrawn: 1 });
  const mine = (await member.call(ownCertificates, {})).rows.filter(({ evidence }) => evidence === 'exam:1');
  expect(mine.map(({ isVoid, voidReason }) => [isVoid, voidReason])).toEqual([
    [true, '重新判分'],
    [true, '重新判分'],
  ]);
});

test('all that stand in one PDF, and the register as a sheet, by jobs', async () => {
  const worker = startWorker(t.services, t.services.modules);
  const done = async (id: string) => {
    for (;;) {
      const { rows } = await sql<{
        state: string;
        result: unknown;
      }>`select state, result from job where id = ${id}`.execute(t.db);
      if (rows[0] && !['queued', 'running'].includes(rows[0].state)) return rows[0];
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  try {
    const before = await committee.call(listCertificates, { source: 'hand', state: 'valid' });
    const paper = await committee.call(printAllCertificates, { source: 'hand', purpose: '颁发' });
    expect(paper.code, paper.text).toBe(200);
    expect(await done(paper.data.jobId)).toMatchObject({ state: 'done', result: { pages: before.total } });
    const sheet = await committee.call(exportCertificates, { purpose: '考核' });
    expect(await done(sheet.data.jobId)).toMatchObject({ state: 'done' });
    expect((await sibling.call(printAllCertificates, { purpose: '试' })).text).toContain('没有可以打印的学习证明');
  } finally {
    await worker.stop();
  }
});
