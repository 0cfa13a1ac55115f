import { afterAll, beforeAll, expect, test } from 'vitest';
import { historyField, orgIntegrity } from '#people/org/contract.history.ts';
import { createTerm } from '#people/org/contract.office.ts';
import { updateOrg } from '#people/org/contract.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { addOrg, fullMembers } from './factory.ts';

let t: TestApp;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
});
afterAll(() => t.close());

test('completeness names what lacks and where it is closed, and grows as it is closed', async () => {
  const { id } = await addOrg(worker, ORGS.committeeA1.id, '城关镇缺项党支部');
  const read = async () => (await worker.call(orgIntegrity, { orgId: id })).result;
  const empty = await read();
  expect(empty).toMatchObject({ percent: 0, due: 8 });
  expect(empty.missing.map(({ field, place }) => [field, place])).toEqual([
    ['shortName', 'form'],
    ['foundedOn', 'form'],
    ['contact', 'form'],
    ['phone', 'form'],
    ['address', 'form'],
    ['lng', 'form'],
    ['term', 'newTerm'],
    ['secretary', 'newTerm'],
  ]);
  const fields = {
    shortName: '缺项',
    foundedOn: '2020-01-01',
    contact: '沈渡',
    phone: '0700-6551234',
    address: '渡口路',
  };
  const written = await worker.call(updateOrg, { id, version: 1, ...fields, lng: '111.2', lat: '30.6' });
  expect(written.code, written.text).toBe(200);
  expect((await read()).missing.map(({ field }) => field)).toEqual(['term', 'secretary']);
  // A leadership is elected by three full members at least.
  await fullMembers(t.db, { id }, 3);
  const term = { orgId: id, electedOn: '2024-03-01', method: '党员大会选举' as const };
  expect((await worker.call(createTerm, { ...term, posts: [] })).code).toBe(200);
  expect((await read()).missing).toEqual([{ field: 'secretary', label: '书记', place: 'term' }]);
  const posts = [{ memberId: t.fixture.members.branchA11?.[0] ?? '', post: '书记' as const }];
  expect((await worker.call(createTerm, { ...term, electedOn: '2025-03-01', posts })).code).toBe(200);
  expect(await read()).toMatchObject({ percent: 100, missing: [] });
  // An organisation of one legal unit is whole with its unit alone.
  await worker.call(updateOrg, { id, version: 2, unitRelation: '2' });
  expect((await read()).missing).toEqual([{ field: 'unit', label: '所在单位', place: 'unit' }]);
});

test('the history of a field shows old and new in words, who and when; of all fields the newest first', async () => {
  const { id } = await addOrg(worker, ORGS.committeeA1.id, '城关镇历史党支部');
  await worker.call(updateOrg, { id, version: 1, contact: '沈渡', functional: true });
  await worker.call(updateOrg, { id, version: 2, contact: '沈舟' });
  const read = (field?: string) => worker.call(historyField, { orgId: id, ...(field ? { field } : {}) });
  const contact = await read('contact');
  expect(contact.total).toBe(3);
  expect(contact.rows.slice(0, 2)).toMatchObject([
    { label: '联系人', before: '沈渡', after: '沈舟', who: '魏员', action: '修改党组织' },
    { label: '联系人', before: '', after: '沈渡' },
  ]);
  expect((await read('functional')).rows[0]).toMatchObject({ label: '功能型党组织', before: '否', after: '是' });
  expect((await read('type')).rows[0]).toMatchObject({ before: '', after: '党支部', action: '新增党组织' });
  const all = await read();
  expect(all.rows[0]).toMatchObject({ before: '沈渡', after: '沈舟' });
  expect(all.result.fields).toContainEqual({ field: 'contact', label: '联系人' });
});

test('P3 neither is read out of scope', async () => {
  for (const name of ['siblingWorker', 'otherCountyWorker', 'twinWorker'] as const) {
    const caller = await t.as(name);
    expect((await caller.call(orgIntegrity, { orgId: ORGS.branchA11.id })).code).toBe(404);
    expect((await caller.call(historyField, { orgId: ORGS.branchA11.id })).code).toBe(404);
  }
  expect((await worker.call(historyField, { orgId: ORGS.deletedBranch.id })).code).toBe(404);
});
