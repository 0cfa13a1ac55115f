import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { smsDelivered } from '#kernel/session/server/codes.ts';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import type { Caller } from '../../../../test/support/app.ts';
import { PASSWORD } from '../../../../test/support/fixture.ts';

const ADD = '/api/sys/question/add';
const CHECK = '/api/sys/question/check';
const ENCRYPTE = '/api/sys/encrypte';
const RECORD = '/api/sys/question/getRecord';

const FIRST = [
  { questionId: 3, answer: ' 王老师 ' },
  { questionId: 7, answer: 'Ａ先生' },
  { questionId: 12, answer: '宜城' },
];
const SECOND = [
  { questionId: 1, answer: '甲' },
  { questionId: 2, answer: '乙' },
  { questionId: 5, answer: '丙' },
];

let t: LoginApp;
beforeAll(async () => {
  t = await startLoginApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  for (const table of ['login_failure', 'rate_window', 'safe_try', 'safe_proof', 'secret_question']) {
    await sql`delete from ${sql.table(table)}`.execute(t.db);
  }
});

/** The password travels in the query, encrypted, as the specification has it. */
const query = (password: string) => `?password=${t.encrypt(password)}`;
const proofOf = async (caller: Caller) => (await caller.post(ENCRYPTE + query(PASSWORD), {})).data.proof as string;
const setFirst = async (caller: Caller) => caller.post(ADD, { proof: await proofOf(caller), questions: FIRST });

test('questions are set after the password was confirmed, and rest as one argon2id hash', async () => {
  const caller = await t.as('member');
  expect((await caller.get(RECORD)).data).toEqual({ questions: [], updatedAt: null });
  expect(await setFirst(caller)).toMatchObject({ code: 200, data: null });
  const shown = (await caller.get(RECORD)).data;
  expect(shown.questions).toEqual([
    { questionId: 3, question: '您小学班主任的姓名是？' },
    { questionId: 7, question: '您童年好友的姓名是？' },
    { questionId: 12, question: '您第一次出远门去的城市是？' },
  ]);
  const { rows } = await sql<{ row: string }>`select secret_question::text as row from secret_question`.execute(t.db);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).toContain('$argon2id$');
  const log = await sql<{ changes: unknown }>`select changes from audit_log where action = '设置密保问题'`.execute(
    t.db,
  );
  expect(log.rows).toHaveLength(1);
  for (const text of [rows[0]?.row ?? '', JSON.stringify(log.rows)]) expect(text).not.toMatch(/王老师|先生|宜城/);
  expect(JSON.stringify(log.rows[0]?.changes)).toContain('您童年好友的姓名是？');
});

test('a wrong password gives no proof; the body is taken as well as the query, both are refused', async () => {
  const caller = await t.as('floating');
  expect(await caller.post(ENCRYPTE + query('Wrong2026'), {})).toMatchObject({ code: 600, data: { remaining: 4 } });
  expect(await caller.post(ENCRYPTE, { password: t.encrypt(PASSWORD) })).toMatchObject({ code: 200 });
  const twice = await caller.post(ENCRYPTE + query(PASSWORD), { password: t.encrypt(PASSWORD) });
  expect(twice.data.fields).toEqual({ password: '参数 password 重复' });
  const { rows } = await sql`select purpose from safe_proof`.execute(t.db);
  expect(rows).toEqual([{ purpose: 'password' }]);
});

test('P14 a proof is good once, for ten minutes, for its account', async () => {
  const caller = await t.as('member');
  const over = { code: 400, msg: '身份核验已过期，请重新核验' };
  const foreign = await proofOf(await t.as('volunteer'));
  expect(await caller.post(ADD, { proof: foreign, questions: FIRST })).toMatchObject(over);
  expect(await caller.post(ADD, { proof: 'x'.repeat(43), questions: FIRST })).toMatchObject(over);
  const old = await proofOf(caller);
  await sql`update safe_proof set expires_at = now() - interval '1 second'`.execute(t.db);
  expect(await caller.post(ADD, { proof: old, questions: FIRST })).toMatchObject(over);
  const proof = await proofOf(caller);
  const answers = await Promise.all(Array.from({ length: 10 }, () => caller.post(ADD, { proof, questions: FIRST })));
  expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(400)]);
});

test('bad questions are refused at their fields and leave the proof good', async () => {
  const caller = await t.as('member');
  const proof = await proofOf(caller);
  const [one, two, three] = FIRST;
  for (const [questions, fields] of [
    [[one, two], { questions: '请设置三个密保问题' }],
    [[one, two, { ...one, answer: '别的' }], { 'questions.2.questionId': '密保问题不能重复' }],
    [[one, two, { questionId: 99, answer: '甲' }], { 'questions.2.questionId': '请选择密保问题' }],
    [[one, { questionId: 7, answer: '  ' }, three], { 'questions.1.answer': '请输入答案' }],
    [[one, { questionId: 7, answer: '长'.repeat(41) }, three], { 'questions.1.answer': '答案不能超过40个字' }],
  ] as const) {
    expect((await caller.post(ADD, { proof, questions })).data.fields).toEqual(fields);
  }
  expect((await caller.post(ADD, { proof, questions: FIRST })).code).toBe(200);
});

test('questions that are set are replaced only by whoever answers them', async () => {
  const caller = await t.as('member');
  await setFirst(caller);
  const byPassword = await caller.post(ADD, { proof: await proofOf(caller), questions: SECOND });
  expect(byPassword).toMatchObject({ code: 400, msg: '身份核验已过期，请重新核验' });

  const wrong = await caller.put(CHECK + query(PASSWORD), { answers: SECOND });
  expect(wrong).toMatchObject({ code: 400, msg: '密保答案不正确，请重新输入' });
  const wrongPassword = await caller.put(CHECK + query('Wrong2026'), { answers: FIRST });
  expect(wrongPassword.data.fields.password).toContain('密码不正确');
  // Full-width signs and the spaces around an answer do not count.
  const right = FIRST.map((one) => ({ ...one, answer: one.answer.normalize('NFKC').trim() }));
  const { proof } = (await caller.put(CHECK + query(PASSWORD), { answers: right })).data;
  expect((await caller.post(ADD, { proof, questions: SECOND })).code).toBe(200);
  expect((await caller.get(RECORD)).data.questions[0].questionId).toBe(1);
  const failed = await sql<{ reason: string }>`select reason from audit_log where action = '核对密保答案'
    and outcome = 'failed' order by id`.execute(t.db);
  expect(failed.rows.map(({ reason }) => reason)).toEqual(['密保答案不正确，请重新输入', wrongPassword.msg]);
});

test('five tries at the answers within an hour exactly; a right one is given back', async () => {
  const caller = await t.as('member');
  await setFirst(caller);
  expect((await caller.put(CHECK + query(PASSWORD), { answers: FIRST })).code).toBe(200);
  const sentences: string[] = [];
  for (let n = 0; n < 7; n++) sentences.push((await caller.put(CHECK + query(PASSWORD), { answers: SECOND })).msg);
  expect(sentences).toEqual([
    ...Array(5).fill('密保答案不正确，请重新输入'),
    ...Array(2).fill('核验次数过多，请一小时后再试，或联系上级党组织重置密码'),
  ]);
  expect((await caller.put(CHECK + query(PASSWORD), { answers: FIRST })).code).toBe(400);
  // The hour slides: each try counts for itself.
  await sql`update safe_try set tried[1] = now() - interval '61 minutes'`.execute(t.db);
  expect((await caller.put(CHECK + query(PASSWORD), { answers: FIRST })).code).toBe(200);
});

test('who forgot the answers proves it by a code to the own phone, once, and by the password', async () => {
  const caller = await t.as('floating');
  await setFirst(caller);
  const data = JSON.stringify({ sms: { kind: 'file', url: null, sign: '试' } });
  await sql`insert into site_config (host, data) values ('*', ${data})`.execute(t.db);
  const sent = await caller.get('/api/yzm/get');
  await smsDelivered();
  const text = await readFile(join(t.services.config.dataDir, 'sms.txt'), 'utf8');
  const smsCode = /验证码(\d{6})/.exec(text)?.[1] ?? '';
  const [name = '', value = ''] = (String([sent.headers['set-cookie']].flat()[0]).split(';')[0] ?? '').split('=');
  const check = (password: string, code: string, cookies = { [name]: value }) =>
    caller.put(CHECK + query(password), { smsCode: code }, { cookies });
  expect((await caller.put(CHECK + query(PASSWORD), {})).data.fields).toEqual({
    answers: '请回答密保问题，或填写短信验证码',
  });
  const wrong = { smsCode: '短信验证码不正确或已过期' };
  expect((await check(PASSWORD, smsCode, {})).data.fields).toEqual(wrong);
  expect((await check('Wrong2026', smsCode)).data.fields.password).toContain('密码不正确');
  const { proof } = (await check(PASSWORD, smsCode)).data;
  expect((await check(PASSWORD, smsCode)).data.fields).toEqual(wrong);
  expect((await caller.post(ADD, { proof, questions: SECOND })).code).toBe(200);
  // The other account's phone proves nothing here.
  const other = await t.as('volunteer');
  await setFirst(other);
  const foreign = await other.put(CHECK + query(PASSWORD), { smsCode }, { cookies: { [name]: value } });
  expect(foreign.data.fields).toEqual(wrong);
  await sql`delete from site_config`.execute(t.db);
});
