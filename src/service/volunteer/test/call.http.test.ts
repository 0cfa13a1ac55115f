import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { phonePlace } from '#people/member/server/rowMapper.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  answerCall,
  callPeople,
  endCall,
  exportCall,
  getCall,
  listCalls,
  markArrived,
  ownCalls,
  raiseCall,
} from '../contract.call.ts';
import { deliverCalls } from '../server/service/calls.ts';
import { makeCrowd, type One } from './crowd.ts';

/** The place is that of the branch's worker; the crowd is of that branch, too. */
const PLACE = ORGS.branchA11;
const CALL = { to: 'team', toId: '', title: '防汛转移', content: '带雨衣', place: '社区门口', isDrill: true } as const;

let t: TestApp;
let worker: Caller;
let crowd: One[];

beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('branchWorker');
  crowd = await makeCrowd(t, 12);
  for (const [at, { memberId }] of crowd.entries()) {
    await sql`insert into sbd_report (id, member_id, org_id, org_code, status, residence, quarter, posts, times, source, decided_on)
      values (${90_000 + at}, ${memberId}, ${PLACE.id}, ${PLACE.code}, 1, '试', ${at < 4 ? '江边小区' : ''}, '{1}', '{3}', 2, '2026-01-05')`.execute(
      t.db,
    );
    await sql`insert into sbd_job (report_id, kind, from_on, to_on)
      values (${90_000 + at}, 2, '2026-01-05', ${at === 11 ? '2026-02-01' : null})`.execute(t.db);
  }
});
afterAll(() => t.close());

const counts = async (id: string) => {
  const { asked, coming, declined, silent, arrived } = (await worker.call(getCall, { id })).data;
  return { asked, coming, declined, silent, arrived };
};

test('one press reaches the team, each answers, and the place sees it live; nobody else does', async () => {
  expect((await worker.call(raiseCall, { ...CALL, title: '' })).code).toBe(600);
  expect((await worker.call(raiseCall, { ...CALL, to: 'group' })).code).toBe(600);
  expect((await (await t.as('otherCountyWorker')).call(raiseCall, CALL)).msg).toContain('应急队还没有人');
  expect((await (await t.as('member')).call(raiseCall, CALL)).code).toBe(403);
  // Who has left the team is not called.
  const { data } = await worker.call(raiseCall, CALL);
  expect(data.called).toBe(11);
  const { id } = data;
  expect(await counts(id)).toEqual({ asked: 11, coming: 0, declined: 0, silent: 11, arrived: 0 });
  const { rows } = await sql<{ title: string; n: number }>`
    select n.title, count(*)::int as n from notice n join notice_recipient r on r.notice_id = n.id group by n.id order by n.id desc limit 1`.execute(
    t.db,
  );
  expect(rows[0]).toEqual({ title: '【演练】应急召集：防汛转移', n: 11 });

  const [first, second, , last] = [crowd[0], crowd[1], crowd[2], crowd[11]];
  if (!first || !second || !last) throw new Error('no crowd');
  await Promise.all(crowd.slice(0, 8).map((one, at) => one.call.call(answerCall, { id, coming: at < 5 })));
  expect(await counts(id)).toEqual({ asked: 11, coming: 5, declined: 3, silent: 3, arrived: 0 });
  // Said otherwise.
  expect((await second.call.call(answerCall, { id, coming: false })).code).toBe(200);
  expect((await last.call.call(answerCall, { id, coming: true })).code).toBe(404);
  expect((await last.call.call(ownCalls, {})).body.total).toBe(0);
  expect((await first.call.call(ownCalls, {})).body.rows[0]).toMatchObject({
    title: '防汛转移',
    isDrill: true,
    answerName: '能到',
  });
  for (const [view, n] of [
    ['coming', 4],
    ['declined', 4],
    ['silent', 3],
    ['arrived', 0],
  ] as const) {
    expect((await worker.call(callPeople, { id, view })).body.total, view).toBe(n);
  }
  const silent = (await worker.call(callPeople, { id, view: 'silent' })).body.rows;
  expect(JSON.stringify(silent)).not.toMatch(/1[3-9]\d{9}/);

  // Who had not answered has come; a stranger's number refuses all.
  expect((await worker.call(markArrived, { id, personIds: [silent[0].id, '999999'] })).code).toBe(404);
  expect((await worker.call(markArrived, { id, personIds: [silent[0].id] })).data).toEqual({ arrived: 1 });
  expect(await counts(id)).toEqual({ asked: 11, coming: 5, declined: 4, silent: 2, arrived: 1 });
  expect((await worker.call(markArrived, { id, personIds: [silent[0].id] })).msg).toContain('都已登记');
  expect((await (await t.as('countyWorker')).call(endCall, { id, note: '试' })).msg).toContain('只有发起召集的组织');
  for (const call of [getCall, callPeople, exportCall]) {
    expect((await (await t.as('otherCountyWorker')).call(call, { id })).code).toBe(404);
  }
  expect((await worker.call(exportCall, { id })).status).toBe(200);

  expect((await worker.call(endCall, { id, note: '演练结束，到场1人' })).code).toBe(200);
  expect((await worker.call(endCall, { id, note: '再结束' })).msg).toContain('已结束');
  expect((await first.call.call(answerCall, { id, coming: false })).msg).toContain('已结束');
  expect((await worker.call(listCalls, {})).body.rows[0]).toMatchObject({ id, stateName: '已结束', arrived: 1 });
});

test('a quarter is called by the slips; text messages go out once, to whoever has a number, and say that it is a drill', async () => {
  await sql`insert into service_quarter (id, org_id, org_code, name, households) values (77, ${PLACE.id}, ${PLACE.code}, '江边小区', 9)`.execute(
    t.db,
  );
  await sql`update service_call_person set sms_state = 3`.execute(t.db);
  const [first, second] = crowd;
  for (const one of crowd) await sql`update member set phone_enc = null where id = ${one.memberId}`.execute(t.db);
  for (const [one, phone] of [
    [first, '13900001111'],
    [second, '13900002222'],
  ] as const) {
    const id = one?.memberId ?? '';
    await sql`update member set phone_enc = ${t.services.vault.encrypt(phonePlace(id), phone)} where id = ${id}`.execute(
      t.db,
    );
  }
  expect((await worker.call(raiseCall, { ...CALL, to: 'quarter', toId: '999' })).code).toBe(600);
  const { id, called } = (await worker.call(raiseCall, { ...CALL, to: 'quarter', toId: '77' })).data;
  expect(called).toBe(4);
  await sql`insert into site_config (host, data) values ('*', '{"sms": {"kind": "file", "sign": "试", "url": null}}')
            on conflict (host) do update set data = excluded.data`.execute(t.db);
  await Promise.all([deliverCalls(t.services), deliverCalls(t.services)]);
  await deliverCalls(t.services);
  const { rows } = await sql<{ state: number; n: number }>`
    select sms_state as state, count(*)::int as n from service_call_person where call_id = ${id} group by 1 order by 1`.execute(
    t.db,
  );
  expect(rows).toEqual([
    { state: 1, n: 2 },
    { state: 2, n: 2 },
  ]);
  const path = join(t.services.config.dataDir, 'sms.txt');
  expect(existsSync(path)).toBe(true);
  const sent = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.includes('防汛转移'));
  expect(sent).toHaveLength(2);
  expect(sent[0]).toContain('【演练】应急召集：防汛转移');
});
