import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handOwnPaper, takeNote } from '#procedures/recruitment/contract.own.ts';
import { handPaper, reviewPaper } from '#procedures/recruitment/contract.steps.ts';
import { getFile, overview } from '#procedures/recruitment/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { applicant, expectOk, paper, read, readyBranch, submit } from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let county: Caller;
let person: Caller;
let fileId: string;
let other: string;

beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  county = await t.as('countyWorker');
  await readyBranch(t);
  const own = await applicant(branch, 161);
  fileId = own.fileId;
  other = (await applicant(branch, 162, { name: '何思远' })).fileId;
  // The member's account is that of the applicant.
  await sql`update account set member_id = ${own.memberId} where id = ${t.fixture.principals.member.accountId}`.execute(
    t.db,
  );
  person = await t.as('member');
});
afterAll(() => t.close());

const APPLICATION = { no: 1, kind: 'application' } as const;

describe('the own path', () => {
  test('the person sees the own file alone, without what is said of the person', async () => {
    const file = await read(person, fileId);
    expect(file).toMatchObject({ isOwn: true, step: 1, findings: [], votes: [] });
    expect(file.papers.map(({ no, kind }) => `${no}.${kind}`)).toEqual(['1.application']);
    expect(file.papers[0]?.can).toEqual({ hand: true, review: false });
    expect((await person.call(getFile, { id: other })).code).toBe(404);
  });

  test('its numbers are of the own person alone; how a 公示 ended, which says that somebody objected, is not told', async () => {
    await sql`insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on)
        select id, org_id, org_code, 1, 'recruited', (now() at time zone 'Asia/Shanghai')::date from member
         where org_id = ${ORGS.branchA11.id} and person_category = 1 limit 1`.execute(t.db);
    await sql`insert into development_plan (org_id, org_code, year, given)
        values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, extract(year from now() at time zone 'Asia/Shanghai'), 4)`.execute(
      t.db,
    );
    expect((await branch.call(overview, {})).result).toMatchObject({ accepted: { total: 1 }, plan: 4 });
    const own = (await person.call(overview, {})).result;
    expect(own).toMatchObject({ accepted: { total: 0 }, plan: null, desks: [] });
    expect(own.stages.map(({ count }) => count)).toEqual([1, 0, 0, 0]);

    await sql`insert into development_publicity (file_id, code, starts_on, ends_on, heard_by, phone, shown, created_by)
        values (${fileId}, ${'a'.repeat(32)}, '2026-06-01', '2026-06-08', '组织办', '', '{}', '试')`.execute(t.db);
    expect((await read(person, fileId)).publicity).toMatchObject({ startsOn: '2026-06-01', result: null });
    await sql`update development_publicity set result = 'checked', ended_on = '2026-06-09', result_note = '有人反映' where file_id = ${fileId}`.execute(
      t.db,
    );
    expect((await read(branch, fileId)).publicity).toMatchObject({ result: 'checked', resultNote: '有人反映' });
    const { publicity, ...rest } = await read(person, fileId);
    expect(publicity).toBeNull();
    expect(JSON.stringify(rest)).not.toContain('有人反映');
    await sql`delete from development_publicity where file_id = ${fileId}`.execute(t.db);
  });

  test('hands in what the person writes, and nothing else, nowhere else', async () => {
    const files = [await paper(person)];
    const hand = (given: object) => person.call(handOwnPaper, { fileId, ...APPLICATION, files, ...given });
    expect((await hand({ no: 2, kind: 'talk' })).msg).toBe('这份材料由党支部提交');
    expect((await hand({ no: 14, kind: 'book' })).msg).toContain('还没有到第14步');
    expect((await hand({ fileId: other })).code).toBe(404);
    expect((await branch.call(handOwnPaper, { fileId, ...APPLICATION, files })).code).toBe(400);
    await expectOk(hand({}));
    const [shown] = (await read(person, fileId)).papers;
    expect(shown).toMatchObject({ state: 'pending', files: [{ id: files[0] }] });
    expect((await person.get('/api/common/download', { fileName: files[0] })).status).toBe(200);
  });

  test('the branch finds it in its step and need not upload it again; then nothing more is handed in', async () => {
    await expectOk(submit(branch, fileId, 1, { handledOn: '2023-03-05', papers: [] }));
    const again = await person.call(handOwnPaper, { fileId, ...APPLICATION, files: [await paper(person)] });
    expect(again.msg).toContain('已经完成');
  });

  test('已知晓 stands beside what came out, once, and is the person’s alone', async () => {
    expect((await read(person, fileId)).can.know).toBe(true);
    expect((await branch.call(takeNote, { fileId })).code).toBe(400);
    expect((await person.call(takeNote, { fileId })).result.steps).toEqual([1]);
    expect((await person.call(takeNote, { fileId })).result.steps).toEqual([]);
    expect((await read(person, fileId)).can.know).toBe(false);
    expect((await read(branch, fileId)).steps[0]?.knownAt).not.toBeNull();
  });
});

describe('a paper', () => {
  test('that somebody above handed in is reviewed by somebody else', async () => {
    await expectOk(superior.call(reviewPaper, { fileId, ...APPLICATION, passed: false, note: '看不清' }));
    await expectOk(superior.call(handPaper, { fileId, ...APPLICATION, files: [await paper(superior)] }));
    const canOf = async (caller: Caller) => (await read(caller, fileId)).papers.find(({ no }) => no === 1)?.can.review;
    expect(await canOf(superior)).toBe(false);
    const own = await superior.call(reviewPaper, { fileId, ...APPLICATION, passed: true });
    expect(own.msg).toBe('自己提交的材料由其他人审核');
    expect(await canOf(county)).toBe(true);
    await expectOk(county.call(reviewPaper, { fileId, ...APPLICATION, passed: true }));
  });
});
