import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { verifyPaper } from '#kernel/verify/contract.ts';
import { verifyModule } from '#kernel/verify/server/routes.ts';
import { Ctx } from '#platform/server/context.ts';
import type { ServerModule } from '#platform/server/module.ts';
import { verifyCode } from '#platform/server/papers/verify.ts';
import { checkSign, VERIFY_SIGNS } from '#platform/text/verifyCode.ts';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';

let t: TestApp;
let isGone = false;
/** A module with one kind of papers. */
const letters: ServerModule = {
  name: 'letters',
  routes: [],
  verify: {
    'letters.letter': {
      read: async (_ctx, subjectId) =>
        isGone
          ? null
          : {
              title: '介绍信',
              state: '有效',
              tone: 'good',
              orgName: '试验党支部',
              name: '王**',
              number: subjectId,
              issuedOn: '2026-03-01',
              facts: [],
            },
    },
  },
};
beforeAll(async () => {
  t = await startTestApp({ modules: [verifyModule, letters] });
});
beforeEach(async () => {
  isGone = false;
  await sql`truncate rate_window`.execute(t.db);
});
afterAll(() => t.close());

const codeOf = (subjectId: string, kind = 'letters.letter') =>
  verifyCode(
    new Ctx({ db: t.db, services: t.services, session: null, request: {}, response: {} } as never),
    kind,
    subjectId,
  );
const ask = (code: string) => t.nobody.call(verifyPaper, { code });

test('a row has one code for ever; who has it reads what the module says, however it is typed', async () => {
  const code = await codeOf('7');
  expect(await codeOf('7')).toBe(code);
  expect(await codeOf('8')).not.toBe(code);
  const said = {
    title: '介绍信',
    state: '有效',
    tone: 'good',
    orgName: '试验党支部',
    facts: [
      { label: '名称', value: '王**' },
      { label: '编号', value: '7' },
      { label: '日期', value: '2026-03-01' },
    ],
  };
  const shown = `${code.slice(0, 4)}-${code.slice(4, 8)}－${code.slice(8)}`;
  for (const typed of [
    code,
    shown.toLowerCase(),
    ` ${shown} `,
    code.replace(/0/g, 'o').replace(/1/g, 'l').replace(/2/g, 'z'),
  ]) {
    expect((await ask(typed)).result, typed).toEqual(said);
  }
  await expect(codeOf('7', 'letters.unknown')).rejects.toThrow('no module verifies');
});

test('a code that never was and one whose paper is gone read the same', async () => {
  const random = '0123456789A';
  const never = await ask(random + checkSign(random));
  expect(never).toMatchObject({ code: 404, msg: expect.stringContaining('查无此件') });
  const code = await codeOf('9');
  isGone = true;
  expect(await ask(code)).toMatchObject({ code: 404, msg: never.msg });
});

test('a wrong sign, or two that changed places, is told before anything is looked up', async () => {
  const code = await codeOf('10');
  for (let place = 0; place < code.length; place++) {
    const other = VERIFY_SIGNS[(VERIFY_SIGNS.indexOf(code.charAt(place)) + 5) % VERIFY_SIGNS.length];
    const wrong = code.slice(0, place) + other + code.slice(place + 1);
    const swapped = code.slice(0, place) + (code[place + 1] ?? '') + code[place] + code.slice(place + 2);
    for (const typed of swapped.length === code.length && swapped !== code ? [wrong, swapped] : [wrong]) {
      expect((await ask(typed)).data, typed).toMatchObject({ fields: { code: expect.stringContaining('核验码有误') } });
    }
    await sql`truncate rate_window`.execute(t.db);
  }
  expect((await ask(' ')).data.fields).toEqual({ code: '请输入核验码' });
  expect((await ask('X'.repeat(41))).data.fields).toEqual({ code: '核验码为12位字母和数字' });
});

test('an address has sixty tries a minute', async () => {
  const code = await codeOf('11');
  for (let tries = 0; tries < 60; tries++) expect((await ask(code)).code).toBe(200);
  expect((await ask(code)).status).toBe(429);
  expect((await t.nobody.call(verifyPaper, { code }, { ip: '10.9.9.9' })).code).toBe(200);
});
