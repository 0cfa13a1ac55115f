import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listRecycled, restoreRecycled } from '#kernel/system/contract.ts';
import { historyField } from '#people/org/contract.history.ts';
import {
  allRewards,
  getExtension,
  ORG_RECORD_CALLS,
  ORG_RECORDS,
  updateExtension,
} from '#people/org/contract.records.ts';
import type { RecordCalls } from '#platform/records/records.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { GOOD_ORG_RECORDS as GOOD } from './records.ts';

let t: TestApp;
let branch: Caller;
let committee: Caller;
const orgId = ORGS.branchA11.id;
beforeAll(async () => {
  t = await startTestApp();
  branch = await t.as('branchWorker');
  committee = await t.as('committeeWorker');
});
afterAll(() => t.close());

const callsOf = (kind: string) => ORG_RECORD_CALLS[kind] as RecordCalls;
const add = async (kind: string, given: Record<string, unknown> = {}) => {
  const made = await branch.call(callsOf(kind).add, { orgId, ...GOOD[kind], ...given });
  expect(made.code, made.text).toBe(200);
  return made.data.id as string;
};
const count = async () =>
  Number(
    (await sql<{ n: string }>`select count(*) as n from sub_record where org_id = ${orgId}`.execute(t.db)).rows[0]?.n,
  );

test('every tab has a good row here', () => {
  expect(Object.keys(GOOD)).toEqual(ORG_RECORDS.map(({ kind }) => kind));
});

describe.each(ORG_RECORDS.map((sort) => [sort.kind, sort] as const))('%s', (kind, sort) => {
  const calls = callsOf(kind);

  test('a row is added, read with names of its choices, changed, deleted and restored, and the history names it', async () => {
    const id = await add(kind);
    const read = await branch.call(calls.get, { id });
    expect(read.data).toMatchObject({ ...GOOD[kind], id, version: 1, can: { edit: true, remove: true } });
    for (const { name } of sort.fields.filter((field) => field.kind === 'choice' && GOOD[kind]?.[field.name])) {
      expect(read.data[`${name}Name`], name).toMatch(/\p{Script=Han}/u);
    }
    const text = sort.fields.find((field) => field.kind === 'text')?.name ?? '';
    expect((await branch.call(calls.edit, { id, version: 1, [text]: '补充一句' })).data).toEqual({ version: 2 });
    expect((await branch.call(calls.edit, { id, version: 1, [text]: '又一句' })).data).toMatchObject({
      conflict: true,
    });
    expect((await branch.call(calls.remove, { id, deleteReason: '重复登记' })).code).toBe(200);
    expect((await branch.call(calls.get, { id })).code).toBe(404);
    const bin = await committee.call(listRecycled, { kind: 'orgRecord' });
    expect(bin.rows.find((row: { id: string }) => row.id === id)).toMatchObject({ reason: '重复登记' });
    expect((await committee.call(restoreRecycled, { kind: 'orgRecord', id, reason: '删错了' })).code).toBe(200);
    const list = await committee.call(calls.list, { orgId });
    expect(list.rows.find((row: { id: string }) => row.id === id)).toMatchObject({ [text]: '补充一句' });
    const history = await branch.call(historyField, { orgId, field: `${kind}.${text}` });
    expect(history.rows.map((row: { label: string }) => row.label)).toContain(
      `${sort.label}：${sort.fields.find((field) => field.name === text)?.label}`,
    );
  });

  test('P3 a worker of the neighbouring branch reads and changes nothing, by no call; a member neither', async () => {
    const id = await add(kind);
    const before = await count();
    for (const name of ['siblingWorker', 'twinWorker'] as const) {
      const other = await t.as(name);
      const answers = await Promise.all([
        other.call(calls.list, { orgId }),
        other.call(calls.get, { id }),
        other.call(calls.add, { orgId, ...GOOD[kind] }),
        other.call(calls.edit, { id, version: 1, ...GOOD[kind] }),
        other.call(calls.remove, { id, deleteReason: '试' }),
        other.call(getExtension, { orgId }),
        other.call(updateExtension, { id: orgId, version: 0, region: '试' }),
        other.call(allRewards, { orgId }),
      ]);
      expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 404));
    }
    expect((await (await t.as('member')).call(calls.get, { id })).code).toBe(403);
    expect(await count()).toBe(before);
    expect((await branch.call(calls.get, { id })).data).toMatchObject({ ...GOOD[kind], version: 1 });
  });

  test('what lacks or is not in its dictionary is refused at its field and nothing is written', async () => {
    const before = await count();
    for (const field of sort.fields.filter(({ required, kind: is }) => required || is === 'choice')) {
      const wrong = field.kind === 'choice' ? 'zz9' : '';
      const answer = await branch.call(calls.add, { orgId, ...GOOD[kind], [field.name]: wrong });
      expect(answer.code, field.name).toBe(600);
      expect(JSON.stringify(answer.data), field.name).toContain(`"${field.name}":`);
    }
    expect(await count()).toBe(before);
  });
});

test.each([
  ['reward', { type: '1', name: '21' }, 'name', '奖惩名称与奖惩类型不一致'],
  ['reward', { approvedOn: '2199-01-01' }, 'approvedOn', '批准日期不能晚于今天'],
  ['access', { year: 2026 }, 'year', '考核年度不能晚于考核日期'],
  ['access', { year: 24 }, 'year', '请填写四位年份'],
] as [string, Record<string, string | number>, string, string][])(
  '%s: what cannot be is refused: %o',
  async (kind, given, field, sentence) => {
    const answer = await branch.call(callsOf(kind).add, { orgId, ...GOOD[kind], ...given } as Record<string, string>);
    expect(answer.code).toBe(600);
    expect(JSON.stringify(answer.data)).toContain(`"${field}":"${sentence}"`);
  },
);

test('all rewards come by one call, the newest first', async () => {
  await add('reward', { approvedOn: '1999-07-01' });
  await add('reward', { approvedOn: '2025-07-01' });
  const days = (await branch.call(allRewards, { orgId })).data.map((row: { approvedOn: string }) => row.approvedOn);
  expect(days).toEqual([...days].sort().reverse());
  expect(days).toEqual(expect.arrayContaining(['1999-07-01', '2025-07-01']));
});

test('further facts are there from the beginning, written once by whoever is first, then against their version', async () => {
  expect((await branch.call(getExtension, { orgId })).data).toMatchObject({ id: orgId, version: 0, region: null });
  const first = await branch.call(updateExtension, { id: orgId, version: 0, region: '城关镇', newForm: '2' });
  expect(first.data, first.text).toEqual({ version: 1 });
  expect(await committee.call(updateExtension, { id: orgId, version: 0, region: '别处' })).toMatchObject({
    code: 400,
    data: { conflict: true },
  });
  expect((await committee.call(updateExtension, { id: orgId, version: 1, postcode: '12' })).code).toBe(600);
  expect((await committee.call(updateExtension, { id: orgId, version: 1, postcode: '443000' })).data).toEqual({
    version: 2,
  });
  expect((await branch.call(getExtension, { orgId })).data).toMatchObject({
    region: '城关镇',
    postcode: '443000',
    newFormName: '否',
  });
});
