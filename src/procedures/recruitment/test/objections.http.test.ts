import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endPublicity, publicPublicity, startPublicity } from '#procedures/recruitment/contract.meeting.ts';
import {
  checkObjection,
  listPublicity,
  readObjections,
  sayObjection,
} from '#procedures/recruitment/contract.publicity.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { passedCheck } from '../../../../test/support/pictureCheck.ts';
import { applicant, decide, expectOk, factsOf, readyBranch, submit, walk } from './factory.ts';

let t: TestApp;
let branch: Caller;
let superior: Caller;
let people: { full: string[]; talker: string };
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  superior = await t.as('committeeWorker');
  people = await readyBranch(t);
});
afterAll(() => t.close());

const day = async (days: number): Promise<string> => {
  const { rows } = await sql<{ d: string }>`
    select to_char((now() at time zone 'Asia/Shanghai')::date + ${days}::int, 'YYYY-MM-DD') as d`.execute(t.db);
  return rows[0]?.d ?? '';
};

/** Somebody in 公示 today, by the rules of 2026. */
async function shown(number: number): Promise<{ fileId: string; code: string }> {
  const { fileId } = await applicant(branch, number);
  await walk({ branch, superior }, people, fileId, 6);
  await expectOk(submit(branch, fileId, 7, { handledOn: await day(-12), facts: factsOf(7, people) }));
  await expectOk(submit(branch, fileId, 8, { handledOn: await day(-11) }));
  await expectOk(decide(superior, fileId, 8, { decidedOn: await day(-11) }));
  const made = await branch.call(startPublicity, {
    fileId,
    startsOn: await day(-10),
    endsOn: await day(10),
    heardBy: '街道党工委组织办',
    phone: '',
  });
  expect(made.code, made.text).toBe(200);
  return { fileId, code: made.result.code };
}
/** As if its days had passed. */
const pass = async (fileId: string) =>
  sql`update development_publicity set ends_on = ${await day(-1)}::date where file_id = ${fileId}`.execute(t.db);
const say = async (token: string, content: string, contact = '') =>
  t.nobody.call(sayObjection, { token, content, contact, ...(await passedCheck(t)) });
const row = async (caller: Caller, fileId: string) =>
  (await caller.call(listPublicity, {})).rows.find((one) => one.fileId === fileId);
const forget = () => sql`delete from rate_window`.execute(t.db);

describe('反映情况', () => {
  test('goes encrypted to the superior alone; the branch learns its number, and cannot end the 公示 before it is checked', async () => {
    const { fileId, code } = await shown(401);
    expect((await t.nobody.call(publicPublicity, { code })).result.approver).not.toBe('');
    expect((await branch.call(endPublicity, { fileId, result: 'none' })).code).toBe(400);
    const content = '他名下还有一家没有申报的公司';
    await expectOk(say(code, content, '张某 13900000000'));
    await expectOk(say(code, content, '张某 13900000000'));
    const stored = await sql<{ content_enc: Buffer }>`
      select x.content_enc from development_objection x join development_publicity p on p.id = x.publicity_id
       where p.file_id = ${fileId}`.execute(t.db);
    expect(stored.rows).toHaveLength(1);
    expect(stored.rows[0]?.content_enc.includes(Buffer.from(content))).toBe(false);
    expect(await row(branch, fileId)).toMatchObject({ objections: 1, unchecked: 1, can: { check: false } });
    expect((await branch.call(readObjections, { fileId })).code).toBe(403);
    expect((await (await t.as('countyWorker')).call(readObjections, { fileId })).code).toBe(400);
    expect((await (await t.as('siblingWorker')).call(readObjections, { fileId })).code).toBe(404);
    const [said] = (await superior.call(readObjections, { fileId })).result;
    expect(said).toMatchObject({ content, contact: '张某 13900000000', result: '' });
    await pass(fileId);
    const early = await branch.call(endPublicity, { fileId, result: 'checked', note: '查过' });
    expect(early.text).toContain('1条还没有核查');
    const check = (result: 'checked' | 'blocking') =>
      superior.call(checkObjection, { fileId, id: said?.id ?? '', result, note: '公司已经注销' });
    expect(
      (await branch.call(checkObjection, { fileId, id: said?.id ?? '', result: 'checked', note: '试' })).code,
    ).toBe(403);
    const both = await Promise.all([check('checked'), check('checked')]);
    expect(both.map(({ code: answer }) => answer).sort()).toEqual([200, 400]);
    expect(both.map(({ text }) => text).join()).toContain('已被处理');
    expect((await branch.call(endPublicity, { fileId, result: 'none' })).text).toContain('不能按“无异议”结束');
    await expectOk(branch.call(endPublicity, { fileId, result: 'checked', note: '已核查' }));
    expect(await row(branch, fileId)).toMatchObject({ state: 'ended', result: 'checked' });
    expect((await say(code, '晚了')).code).toBe(404);
  });

  test('that blocks leaves one end alone', async () => {
    const { fileId, code } = await shown(402);
    await forget();
    await expectOk(say(code, '有严重问题'));
    const [said] = (await superior.call(readObjections, { fileId })).result;
    await expectOk(superior.call(checkObjection, { fileId, id: said?.id ?? '', result: 'blocking', note: '属实' }));
    await pass(fileId);
    expect((await branch.call(endPublicity, { fileId, result: 'checked', note: '试' })).text).toContain(
      '有影响入党的问题',
    );
    await expectOk(branch.call(endPublicity, { fileId, result: 'blocking', note: '属实' }));
    expect((await submit(branch, fileId, 8, { handledOn: await day(0) })).code).toBe(400);
  });

  test('is taken five times an hour from one address, and says what is missing', async () => {
    const { fileId, code } = await shown(403);
    await forget();
    expect((await say(code, '')).data.fields).toEqual({ content: '请写明反映的情况' });
    for (let n = 0; n < 5; n++) await expectOk(say(code, `第${n}条`));
    const sixth = await say(code, '第六条');
    expect(sixth.text).toContain('频繁');
    expect((await say('f'.repeat(32), '试')).code).toBe(404);
    // Also where the sign-in of the site asks for no picture.
    const unseen = await t.nobody.call(sayObjection, { token: code, content: '没有验证' });
    expect(unseen.data.fields.code).toBe('请输入图形验证码');
    expect((await row(superior, fileId))?.objections).toBe(5);
    expect(await row(await t.as('siblingWorker'), fileId)).toBeUndefined();
    const { rows } = await sql<{ org_id: string }>`
      select t.org_id from todo t join development_publicity p on t.subject = 'developmentObjection:' || p.id
       where p.file_id = ${fileId} and t.done_at is null`.execute(t.db);
    expect(rows).toEqual([{ org_id: ORGS.committeeA1.id }]);
  });
});
