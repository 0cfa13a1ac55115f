import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { smsDelivered } from '#kernel/session/server/codes.ts';
import { type LoginApp, startLoginApp } from '#kernel/session/test/factory.ts';
import type { Answer } from '../../../../test/support/app.ts';
import { PASSWORD, type Principal } from '../../../../test/support/fixture.ts';

const OF = '/api/sys/question/getByIdCardNo';
const CHECK = '/api/sys/question/unLoginCheck';
const RESET = '/api/sys/user/changePwd';
const NEXT = 'Autumn26b';
const NOBODY = '110101199003070011';
const WRONG = { code: 400, msg: '短信验证码或密保答案不正确' };

const ANSWERS = [
  { questionId: 3, answer: '王老师' },
  { questionId: 7, answer: '阿明' },
  { questionId: 12, answer: '宜城' },
];
type Answers = typeof ANSWERS;

let t: LoginApp;
beforeAll(async () => {
  t = await startLoginApp();
  await sql`insert into site_config (host, data) values ('*', ${JSON.stringify({ sms: { kind: 'file', url: null, sign: '试' } })})`.execute(
    t.db,
  );
});
afterAll(() => t.close());
beforeEach(async () => {
  const tables = [
    'login_failure',
    'rate_window',
    'safe_try',
    'safe_proof',
    'secret_question',
    'sms_message',
    'sms_code',
  ];
  for (const table of tables) await sql`delete from ${sql.table(table)}`.execute(t.db);
});

/** Sets the principal's questions as the page does. */
async function setQuestions(principal: Principal): Promise<void> {
  const caller = await t.as(principal);
  const { proof } = (await caller.post('/api/sys/encrypte', { password: t.encrypt(PASSWORD) })).data;
  expect((await caller.post('/api/sys/question/add', { proof, questions: ANSWERS })).code).toBe(200);
}

const questionsOf = async (name: string): Promise<{ questionId: number; question: string }[]> =>
  (await t.nobody.get(OF, { idCardNo: name })).data.questions;
/** Blank answers to whatever is asked. */
const blank = async (name: string): Promise<Answers> =>
  (await questionsOf(name)).map(({ questionId }) => ({ questionId, answer: '' }));

/** Asks for a code: the browser's cookie, and the code where one was sent. */
async function askCode(name: string): Promise<{ cookies: Record<string, string>; code: string; answer: Answer }> {
  const path = join(t.services.config.dataDir, 'sms.txt');
  const lines = async () => (await readFile(path, 'utf8').catch(() => '')).split('\n').length;
  const before = await lines();
  const answer = await t.nobody.post('/api/yzm/send', { idCardNo: name, purpose: 'retrieve' });
  await smsDelivered();
  const cookie = String([answer.headers['set-cookie']].flat()[0] ?? '').split(';')[0] ?? '';
  const at = cookie.indexOf('=');
  const sent = (await lines()) > before ? ((await readFile(path, 'utf8')).trim().split('\n').at(-1) ?? '') : '';
  const code = /验证码(\d{6})/.exec(sent)?.[1] ?? '';
  return { answer, cookies: { [cookie.slice(0, at)]: cookie.slice(at + 1) }, code };
}

const check = (
  name: string,
  smsCode: string,
  answers: Answers | undefined,
  cookies: Record<string, string>,
  ip?: string,
) => t.nobody.put(CHECK, { idCardNo: name, smsCode, answers }, { cookies, ...(ip ? { ip } : {}) });
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000');

/** What an answer tells a stranger: all but the trace. */
const seen = ({ status, body }: Answer) => ({ status, body });

test('a forgotten password is replaced by a code and the answers; every session ends, the old one opens nothing', async () => {
  const name = t.nameOf('member');
  await setQuestions('member');
  const open = await t.as('member');
  const { code, cookies } = await askCode(name);
  expect(code).toMatch(/^\d{6}$/);
  const { proof } = (await check(name, code, ANSWERS, cookies)).data;
  expect((await t.nobody.post(RESET, { proof, password: t.encrypt('abc') })).data.fields).toEqual({
    password: '新密码长度不合格，应为6到12位',
  });
  expect((await t.nobody.post(RESET, { proof, password: t.encrypt(PASSWORD) })).data.fields).toEqual({
    password: '新密码不能与当前密码相同，请换一个',
  });
  const done = await t.nobody.post(RESET, { proof, password: t.encrypt(NEXT) });
  expect(done).toMatchObject({ code: 200, data: null });
  expect(done.headers['clear-site-data']).toBe('"cache"');
  expect((await open.get('/api/getInfo')).code).toBe(401);
  expect((await t.login(name)).code).toBe(0);
  expect((await t.login(name, NEXT)).code).toBe(200);
  const { rows } = await sql<{ action: string; target_id: string; org_code: string }>`
    select action, target_id, org_code from audit_log where action like '找回密码%' order by id`.execute(t.db);
  const { accountId, orgCode } = t.fixture.principals.member;
  expect(rows).toEqual(
    ['找回密码核验', '找回密码'].map((action) => ({ action, target_id: accountId, org_code: orgCode })),
  );
});

test('without questions the code alone suffices; the name may travel encrypted', async () => {
  const name = t.nameOf('floating');
  const { code, cookies } = await askCode(name);
  const encrypted = await t.nobody.get(OF, { idCardNo: t.encrypt(name) });
  expect(encrypted.data.questions).toEqual(await questionsOf(name));
  const answer = await t.nobody.put(
    CHECK,
    { idCardNo: t.encrypt(name), smsCode: code, answers: await blank(name) },
    { cookies },
  );
  expect(answer.code).toBe(200);
  const broken = await t.nobody.get(OF, { idCardNo: 'ab'.repeat(100) });
  expect(broken.data.fields).toEqual({ idCardNo: '账号不能识别，请重新输入' });
});

test('after the code the way that is open is told: to nobody else, and the code stays good for the answers', async () => {
  const plain = t.nameOf('floating');
  const first = await askCode(plain);
  const opened = await check(plain, first.code, undefined, first.cookies);
  expect(opened.data).toEqual({ proof: expect.any(String), questions: [] });
  const name = t.nameOf('volunteer');
  await setQuestions('volunteer');
  await t.db.deleteFrom('sms_message').execute();
  const { code, cookies } = await askCode(name);
  // A stranger without the phone, or with another's, hears the same of everybody.
  const strangers = [
    await check(name, otherThan(code), undefined, cookies, '10.9.2.1'),
    await check(name, code, undefined, {}, '10.9.2.2'),
    await check(plain, otherThan(first.code), undefined, first.cookies, '10.9.2.3'),
    await check(NOBODY, '123456', undefined, {}, '10.9.2.4'),
  ];
  for (const one of strangers) expect(seen(one)).toEqual(seen(strangers[0] as Answer));
  expect(strangers[0]).toMatchObject(WRONG);
  const told = await check(name, code, undefined, cookies);
  expect(told.data.proof).toBeNull();
  expect(told.data.questions.map((one: { questionId: number }) => one.questionId)).toEqual([3, 7, 12]);
  expect((await check(name, code, ANSWERS, cookies)).data.proof).toEqual(expect.any(String));
});

test('answers alone never suffice, nor a code of another purpose or browser; a right code outlives wrong answers', async () => {
  const name = t.nameOf('volunteer');
  await setQuestions('volunteer');
  const { code, cookies } = await askCode(name);
  expect(await check(name, code, ANSWERS, {})).toMatchObject(WRONG);
  expect(await check(name, otherThan(code), ANSWERS, cookies)).toMatchObject(WRONG);
  expect(await check(name, code, await blank(name), cookies)).toMatchObject(WRONG);
  expect((await check(name, code, ANSWERS, cookies)).code).toBe(200);
  expect(await check(name, code, ANSWERS, cookies)).toMatchObject(WRONG);
});

test('P11 a stranger learns nothing: known, unknown, disabled, with questions and without answer alike', async () => {
  const known = t.nameOf('branchWorker');
  const plain = t.nameOf('committeeWorker');
  const disabled = t.nameOf('siblingWorker');
  await setQuestions('branchWorker');
  await sql`update account set enabled = false where id = ${t.fixture.principals.siblingWorker.accountId}`.execute(
    t.db,
  );
  for (const name of [plain, disabled, NOBODY]) {
    const first = await t.nobody.get(OF, { idCardNo: name });
    // The same each time, three different ones, and in any spelling of the name.
    expect(seen(await t.nobody.get(OF, { idCardNo: ` ${name.toLowerCase()} ` }))).toEqual(seen(first));
    expect(new Set(first.data.questions.map((one: { questionId: number }) => one.questionId)).size).toBe(3);
  }
  const asked = (await t.nobody.get(OF, { idCardNo: known })).body;
  expect(Object.keys(asked)).toEqual(Object.keys((await t.nobody.get(OF, { idCardNo: NOBODY })).body));
  const answers = [];
  for (const [at, name] of [known, plain, disabled, NOBODY].entries()) {
    const sent = await askCode(name);
    answers.push({
      sent: seen(sent.answer),
      checked: seen(await check(name, otherThan(sent.code), await blank(name), sent.cookies, `10.9.0.${at}`)),
    });
  }
  for (const one of answers) expect(one).toEqual(answers[0]);
  expect(answers[0]?.checked.body).toMatchObject(WRONG);
  // Who is disabled after the code was sent stays out with the right code as well.
  const late = t.nameOf('twinWorker');
  const { code, cookies } = await askCode(late);
  await sql`update account set enabled = false where id = ${t.fixture.principals.twinWorker.accountId}`.execute(t.db);
  expect(code).toMatch(/^\d{6}$/);
  expect(await check(late, code, await blank(late), cookies, '10.9.1.1')).toMatchObject(WRONG);
});

test('P11 every try costs one hash, whoever was named', async () => {
  await setQuestions('branchWorker');
  const names = [t.nameOf('branchWorker'), t.nameOf('cityWorker'), NOBODY];
  const answers = await Promise.all(names.map(blank));
  const times = names.map(() => Number.POSITIVE_INFINITY);
  // The best of each, compared with each other and not with a figure: a missing hash would be some twentyfold.
  for (let n = 0; n < 5; n++) {
    for (const [at, name] of names.entries()) {
      const started = performance.now();
      await check(name, '123456', answers[at] ?? [], {}, `10.8.${at}.${n}`);
      times[at] = Math.min(times[at] ?? 0, performance.now() - started);
    }
  }
  expect(Math.max(...times) / Math.min(...times)).toBeLessThan(4);
});

test('five tries an hour and account, exactly, from however many places at once, and five an address', async () => {
  const locked = { code: 400, data: { locked: true } };
  for (const name of [t.nameOf('twinWorker'), NOBODY]) {
    const answers = await blank(name);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => check(name, '123456', answers, {}, `10.7.0.${n}`)),
    );
    expect(all.filter(({ msg }) => msg === WRONG.msg)).toHaveLength(5);
    expect(all.filter(({ data }) => data?.locked)).toHaveLength(15);
    await t.db.deleteFrom('safe_try').execute();
  }
  const others = (['twinWorker', 'cityWorker', 'countyWorker', 'otherCountyWorker', 'admin'] as const).map(t.nameOf);
  for (const name of others)
    expect(await check(name, '123456', await blank(name), {}, '10.6.0.1')).toMatchObject(WRONG);
  expect(await check(NOBODY, '123456', await blank(NOBODY), {}, '10.6.0.1')).toMatchObject(locked);
  expect(await check(NOBODY, '123456', await blank(NOBODY), {}, '10.6.0.2')).toMatchObject(WRONG);
});

test('P14 50 redemptions of one retrieval give one new password; after ten minutes it is over', async () => {
  const name = t.nameOf('cityWorker');
  const over = { code: 400, msg: '核验已过期，请重新找回密码' };
  const first = await askCode(name);
  const { proof } = (await check(name, first.code, await blank(name), first.cookies)).data;
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => t.nobody.post(RESET, { proof, password: t.encrypt(NEXT) })),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(answers.filter(({ msg }) => msg === over.msg)).toHaveLength(49);
  await t.db.deleteFrom('sms_message').execute();
  const second = await askCode(name);
  const late = (await check(name, second.code, await blank(name), second.cookies)).data.proof;
  await sql`update safe_proof set expires_at = now()`.execute(t.db);
  expect(await t.nobody.post(RESET, { proof: late, password: t.encrypt('Winter26c') })).toMatchObject(over);
  expect((await t.login(name, NEXT)).code).toBe(200);
});

test('P17 a new password or phone from an administrator, and a stop, end a retrieval on its way', async () => {
  const { accountId } = t.fixture.principals.volunteer;
  const name = t.nameOf('volunteer');
  const admin = await t.as('admin');
  const acts = {
    reset: () => admin.post('/api/sys/user/resetPwd', { id: accountId, password: t.encrypt(PASSWORD) }),
    phone: async () => {
      const { version } = (await admin.get(`/api/sys/user/get/${accountId}`)).data;
      const fields = { id: accountId, version, phonenumber: '19900001234', password: t.encrypt(PASSWORD) };
      return admin.put('/api/sys/user', fields);
    },
    stop: () => admin.post('/api/sys/user/disable', { id: accountId, reason: '试验' }),
  };
  for (const [act, carryOut] of Object.entries(acts)) {
    await sql`delete from sms_message`.execute(t.db);
    await sql`delete from safe_try`.execute(t.db);
    const { code, cookies } = await askCode(name);
    const checked = await check(name, code, await blank(name), cookies);
    expect(checked.code, act).toBe(200);
    await sql`delete from sms_message`.execute(t.db);
    const later = await askCode(name);
    const done = await carryOut();
    expect(done.code, `${act}: ${done.text}`).toBe(200);
    const reset = await t.nobody.post(RESET, { proof: checked.data.proof, password: t.encrypt(NEXT) });
    expect(reset, act).toMatchObject({ code: 400, msg: '核验已过期，请重新找回密码' });
    expect(await check(name, later.code, await blank(name), later.cookies), act).toMatchObject(WRONG);
  }
  await sql`update account set enabled = true where id = ${accountId}`.execute(t.db);
});
