import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { orgWall } from '#overview/screen/contract.wall.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { revokeDevice } from '../contract.device.ts';
import { deviceWall } from '../contract.wall.ts';
import { boundTerminal } from './factory.ts';

let t: TestApp;
let worker: Caller;
beforeAll(async () => {
  t = await startTestApp();
  worker = await t.as('committeeWorker');
});
beforeEach(() => sql`truncate rate_window`.execute(t.db));
afterAll(() => t.close());

const wallOf = (cookies: { device: string }) => t.nobody.call(deviceWall, {}, { cookies });

test('a wall shows the figures of its organisation without a session, and nothing on it leads anywhere', async () => {
  const wall = await boundTerminal(t, worker, { orgId: ORGS.committeeA1.id, isWall: true });
  const shown = (await wallOf(wall.cookies)).result;
  const own = (await worker.call(orgWall, { orgId: ORGS.committeeA1.id })).result;
  expect(shown.branch).toBeNull();
  expect(shown.org?.members).toEqual(own.members);
  expect(shown.org?.figures.map(({ label, value }) => [label, value])).toEqual(
    own.figures.map(({ label, value }) => [label, value]),
  );
  expect(JSON.stringify(shown)).not.toContain('/affairs');
  // It is no session: the same cookie opens nothing else.
  expect((await t.nobody.call(orgWall, {}, { cookies: wall.cookies })).code).toBe(401);

  await worker.call(revokeDevice, { id: wall.id, reason: '拆除' });
  expect(await wallOf(wall.cookies)).toMatchObject({ code: 401, msg: `此终端已停用，请联系${ORGS.committeeA1.name}` });
});

test('a branch has its own wall, with surnames and without the ids of people', async () => {
  const wall = await boundTerminal(t, worker, { isWall: true });
  const { org, branch } = (await wallOf(wall.cookies)).result;
  expect(org).toBeNull();
  expect(branch?.org.name).toBe(ORGS.branchA11.name);
  expect(branch?.wall?.map(({ id }) => id)).toEqual(branch?.wall?.map((_one, at) => String(at)));
});

test('a terminal that is no wall reads no figures; a wall reads none once whoever paired it may not', async () => {
  const plain = await boundTerminal(t, worker);
  expect((await wallOf(plain.cookies)).code).toBe(404);
  const wall = await boundTerminal(t, worker, { orgId: ORGS.branchA12.id, isWall: true });
  expect((await wallOf(wall.cookies)).code).toBe(200);
  await sql`update box_device set grant_id = null where id = ${wall.id}`.execute(t.db);
  expect((await wallOf(wall.cookies)).msg).toContain('请重新配对');
});
