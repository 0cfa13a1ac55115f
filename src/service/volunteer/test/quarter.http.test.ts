import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { addNeed } from '../contract.need.ts';
import { volunteerOrgs } from '../contract.people.ts';
import {
  addCadre,
  chosenQuarters,
  endCadre,
  exportQuarters,
  quarterCadres,
  saveQuarter,
  sumQuarters,
} from '../contract.quarter.ts';

const HERE = ORGS.committeeA1;

const nowhere = { lng: '', lat: '' } as const;

let t: TestApp;
let place: Caller;
let above: Caller;
let beside: Caller;
let me: string;

beforeAll(async () => {
  t = await startTestApp();
  [place, above, beside] = [await t.as('committeeWorker'), await t.as('countyWorker'), await t.as('siblingWorker')];
  me = t.fixture.principals.member.memberId ?? '';
});
afterAll(() => t.close());
beforeEach(async () => {
  for (const table of ['service_quarter_cadre', 'service_quarter', 'service_need_step', 'service_need']) {
    await sql`delete from ${sql.table(table)}`.execute(t.db);
  }
});

test('quarters have households, cadres from–to, and what the year came to', async () => {
  const made = await place.call(saveQuarter, { name: '广场小区', households: 320, ...nowhere });
  expect(made.code, made.text).toBe(200);
  const { id } = made.data;
  expect((await place.call(saveQuarter, { name: '广场小区', households: 1, ...nowhere })).data.fields).toEqual({
    name: '本社区已有同名的小区',
  });
  expect((await place.call(saveQuarter, { name: '东门小区', households: 1, lng: 111, lat: '' })).data.fields).toEqual({
    lat: '经度和纬度要一起填',
  });
  expect((await above.call(saveQuarter, { id, version: 1, name: '改名', households: 1, ...nowhere })).text).toContain(
    '只有小区所在的社区',
  );
  expect((await beside.call(quarterCadres, { id })).code).toBe(404);
  const need = {
    kind: 2,
    title: '修灯',
    content: '楼道灯坏了',
    amount: '',
    post: '3',
    byOn: '2099-05-01',
    name: '周桂英',
    phone: '13900001234',
  };
  expect((await place.call(addNeed, { ...need, place: '广场小区3栋' })).code).toBe(200);
  expect((await place.call(addNeed, { ...need, place: '别处' })).code).toBe(200);
  const list = (await above.call(sumQuarters, {})).body;
  expect(list).toMatchObject({
    total: 1,
    rows: [{ name: '广场小区', households: 320, needs: 1, ended: 0 }],
    sums: { households: 320, needs: 1 },
  });
  expect((await beside.call(sumQuarters, {})).body.total).toBe(0);
  const added = await place.call(addCadre, { quarterId: id, memberId: me, fromOn: '2026-01-01' });
  expect(added.code, added.text).toBe(200);
  expect(
    (await place.call(addCadre, { quarterId: id, memberId: me, fromOn: '2026-01-01' })).data.fields,
  ).toHaveProperty('memberId');
  expect((await place.call(quarterCadres, { id })).data).toMatchObject({
    cadres: [{ toOn: null }],
    can: { edit: true },
  });
  expect((await place.call(endCadre, { quarterId: id, id: added.data.id, toOn: '2026-02-01' })).code).toBe(200);
  expect((await place.call(endCadre, { quarterId: id, id: added.data.id, toOn: '2026-02-01' })).text).toContain(
    '已被处理',
  );
  expect((await place.call(chosenQuarters, { orgId: HERE.id })).data).toEqual([{ id, name: '广场小区', address: '' }]);
  expect((await above.call(exportQuarters, {})).status).toBe(200);
});

test('the organisations that a volunteer has to do with', async () => {
  expect((await place.call(volunteerOrgs, { id: me })).body.rows).toMatchObject([{ relation: '组织关系' }]);
  expect((await beside.call(volunteerOrgs, { id: me })).code).toBe(404);
});
