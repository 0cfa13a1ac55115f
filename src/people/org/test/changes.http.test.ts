import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listRecycled } from '#kernel/system/contract.ts';
import { createMember, getMember, listMembers } from '#people/member/contract.ts';
import { memberForm } from '#people/member/test/factory.ts';
import {
  createChange,
  getChange,
  listChanges,
  operateChange,
  removeChange,
  updateChange,
} from '#people/org/contract.changes.ts';
import { historyField } from '#people/org/contract.history.ts';
import { getOrg, listOrgs, orgTree } from '#people/org/contract.ts';
import { unitCalls } from '#people/org/nouns/unit.ts';
import { rewriteStaleCodes } from '#people/org/server/queries/codes.ts';
import { platformTables } from '#platform/server/database/platformTables.ts';
import type { OnMove } from '#platform/server/database/tables.ts';
import { TINY_PNG } from '../../../../test/http/sampleIds.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import {
  aUnit,
  carryOut,
  codesOf,
  draft,
  expectCounted,
  homesOf,
  operate,
  prepare,
  strays,
  takeBack,
} from './changeSupport.ts';
import { addOrg, children, names } from './factory.ts';

let t: TestApp;
let city: Caller;
let county: Caller;
beforeEach(async () => {
  t = await startTestApp({ asUser: true });
  city = await t.as('cityWorker');
  county = await t.as('countyWorker');
});
afterEach(() => t.close());

const codeOf = async (id: string) => (await city.call(getOrg, { orgId: id })).result.orgCode;
const people = (key: 'branchA11' | 'branchA12' | 'branchA21') => t.fixture.members[key] ?? [];
/** The move that most tests make: a committee with two branches goes to the other county. */
const MOVE = { kind: 'move', orgId: ORGS.committeeA1.id, targetId: ORGS.countyB.id } as const;

describe('a move', () => {
  test('is shown before with codes and people, rewrites everything below, and counts stay exact', async () => {
    expect((await city.call(unitCalls.create, aUnit())).code).toBe(200);
    const log = async () =>
      (await sql`select id, org_code from audit_log where org_code <> '' order by id limit 1`.execute(t.db)).rows;
    const written = await log();
    const change = await prepare(city, MOVE);
    expect(change).toMatchObject({ state: 'draft', orgCount: 3, memberCount: 15, faults: [] });
    const below = [
      [ORGS.branchA11.name, '随上级调整', ORGS.branchA11.code, '0001000200030001'],
      [ORGS.branchA12.name, '随上级调整', ORGS.branchA12.code, '0001000200030002'],
    ];
    const codes = [[ORGS.committeeA1.name, '调整隶属', ORGS.committeeA1.code, '000100020003'], ...below];
    expect(await codesOf(city, change.id)).toEqual(codes);

    expect((await operate(city, change)).code).toBe(200);
    expect(await codesOf(city, change.id)).toEqual(codes);
    expect(await codeOf(ORGS.branchA11.id)).toBe('0001000200030001');
    expect(await homesOf(t, people('branchA11'))).toEqual([[ORGS.branchA11.id, '0001000200030001']]);
    expect(await strays(t)).toEqual([]);
    expect(await log()).toEqual(written);
    await expectCounted(t);
  });

  test('takes it out of the old county’s reach and into the new one’s, and its workers go on', async () => {
    const other = await t.as('otherCountyWorker');
    const worker = await t.as('committeeWorker');
    const member = await t.as('member');
    await carryOut(city, MOVE);
    expect((await county.call(getOrg, { orgId: ORGS.committeeA1.id })).code).toBe(404);
    expect((await county.call(getMember, { id: people('branchA11')[0] ?? '' })).code).toBe(404);
    expect(names(await children(county, ORGS.countyA.id))).toEqual([ORGS.committeeA2.name]);
    expect((await other.call(getOrg, { orgId: ORGS.branchA12.id })).result.path.map(({ name }) => name)).toEqual([
      ORGS.countyB.name,
      ORGS.committeeA1.name,
      ORGS.branchA12.name,
    ]);
    expect((await other.call(listMembers, { orgId: ORGS.committeeA1.id })).total).toBeGreaterThan(0);
    expect((await worker.call(listOrgs, {})).total).toBe(3);
    const own = t.fixture.principals.member.memberId ?? '';
    expect((await member.call(getMember, { id: own })).code).toBe(200);
  });

  test('stands in the history of the organisation and of those below, with the number of the document', async () => {
    const change = await carryOut(city, MOVE);
    const history = async (orgId: string) =>
      (await city.call(historyField, { orgId })).result.rows.map(({ action, reason, label, before, after }) => [
        action,
        reason,
        label,
        before,
        after,
      ]);
    const code = ['组织隶属调整', change.number, '组织编码', ORGS.committeeA1.code, '000100020003'];
    const above = ['组织隶属调整', change.number, '上级党组织', ORGS.countyA.name, ORGS.countyB.name];
    expect(await history(ORGS.committeeA1.id)).toEqual(expect.arrayContaining([code, above]));
    expect(await history(ORGS.branchA11.id)).toContainEqual([
      '组织隶属调整',
      change.number,
      '组织编码',
      ORGS.branchA11.code,
      '0001000200030001',
    ]);
    await takeBack(city, change);
    expect(await history(ORGS.branchA11.id)).toContainEqual([
      '撤回组织隶属调整',
      `${change.number}，文件有误`,
      '组织编码',
      '0001000200030001',
      ORGS.branchA11.code,
    ]);
  });

  test('taken back stands under the old codes again', async () => {
    const change = await carryOut(city, MOVE);
    expect(await takeBack(city, change)).toMatchObject({ state: 'reversed', reverseReason: '文件有误' });
    expect(await codeOf(ORGS.branchA12.id)).toBe(ORGS.branchA12.code);
    expect(await homesOf(t, people('branchA12'))).toEqual([[ORGS.branchA12.id, ORGS.branchA12.code]]);
    expect(names(await children(city, ORGS.countyA.id))).toEqual([ORGS.committeeA2.name, ORGS.committeeA1.name]);
    expect(await strays(t)).toEqual([]);
    await expectCounted(t);
    expect((await operate(city, { id: change.id, version: change.version + 1 }, 'reverse')).code).toBe(400);
  });

  test('is not taken back while a later document builds on it, and says which', async () => {
    const first = await carryOut(city, MOVE);
    const second = await carryOut(city, { ...MOVE, targetId: ORGS.city.id });
    const refused = await operate(city, first, 'reverse');
    expect(refused).toMatchObject({ code: 400 });
    expect(refused.msg).toContain(second.number);
    expect((await city.call(getChange, { id: first.id })).result.faults[0]).toContain(second.number);
    await takeBack(city, second);
    await takeBack(city, first);
    expect(await codeOf(ORGS.committeeA1.id)).toBe(ORGS.committeeA1.code);
    await expectCounted(t);
  });

  test('is refused below itself, below a branch, where it stands, and beside its own name', async () => {
    const fault = async (targetId: string) => (await city.call(createChange, draft({ ...MOVE, targetId }))).msg;
    expect(await fault(ORGS.branchA11.id)).toBe('不能调整到它自己或它的下级组织之下');
    expect(await fault(ORGS.branchB11.id)).toBe('该类别的组织不能设在所选上级之下');
    expect(await fault(ORGS.countyA.id)).toBe('现在的上级就是该组织');
    await addOrg(city, ORGS.countyB.id, ORGS.committeeA1.name, 30);
    expect(await fault(ORGS.countyB.id)).toBe(`所选上级下已有“${ORGS.committeeA1.name}”`);
  });

  test('waits for whoever adds a person there, and the person goes along', async () => {
    const change = await prepare(city, MOVE);
    const worker = await t.as('branchWorker');
    const [done, ...added] = await Promise.all([
      operate(city, change),
      ...[61, 62, 63, 64].map((number) => worker.call(createMember, memberForm(number, 'branchA11') as never)),
    ]);
    expect(done.code, done.text).toBe(200);
    const ids = added.filter(({ code }) => code === 200).map(({ data }) => data.id);
    // Whoever came after the move was turned away or stands under the new code; nobody is lost between the two.
    if (ids.length > 0) expect(await homesOf(t, ids)).toEqual([[ORGS.branchA11.id, '0001000200030001']]);
    expect(added.every(({ code }) => code === 200 || code === 404)).toBe(true);
    expect(await strays(t)).toEqual([]);
    await expectCounted(t);
  });

  test('of one organisation by two documents at once is one after the other', async () => {
    const changes = [await prepare(city, MOVE), await prepare(city, { ...MOVE, targetId: ORGS.city.id })];
    const answers = await Promise.all(changes.map((change) => operate(city, change)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    await expectCounted(t);
    expect(await strays(t)).toEqual([]);
    const twice = await prepare(city, { ...MOVE, orgId: ORGS.committeeA2.id });
    const both = await Promise.all([operate(city, twice), operate(city, twice)]);
    expect(both.map(({ code }) => code).toSorted()).toEqual([200, 400]);
  });

  test('is put off while work in the background remembers the codes', async () => {
    const change = await prepare(city, MOVE);
    await sql`insert into job (kind, title, state, org_code) values ('member.export', '导出', 'running', ${ORGS.branchA11.code})`.execute(
      t.db,
    );
    expect((await operate(city, change)).msg).toContain('后台任务');
  });

  test('leaves nothing under an old code that a slow request wrote late', async () => {
    await carryOut(city, MOVE);
    const { accountId } = t.fixture.principals.branchWorker;
    await sql`insert into matter (org_id, org_code, account_id, title, category, body)
              values (${ORGS.branchA11.id}, ${ORGS.branchA11.code}, ${accountId}, '试', 'other', '')`.execute(t.db);
    await rewriteStaleCodes(t.services.db);
    const { rows } = await sql`select org_code from matter`.execute(t.db);
    expect(rows).toEqual([{ org_code: '0001000200030001' }]);
  });
});

describe('who and what', () => {
  test('nobody changes the own organisation, or one that is not below both superiors', async () => {
    const own = await county.call(createChange, draft({ kind: 'rename', orgId: ORGS.countyA.id, name: '甲县' }));
    expect(own.data.fields.orgId).toContain('应由上级党组织办理');
    for (const given of [
      { ...MOVE },
      { kind: 'rename', orgId: ORGS.committeeB1.id, name: '乙' },
      { kind: 'merge', orgId: ORGS.committeeA1.id, sourceIds: [ORGS.committeeB1.id] },
      { kind: 'move', orgId: ORGS.twin.id, targetId: ORGS.countyA.id },
      { kind: 'rename', orgId: ORGS.deletedBranch.id, name: '乙' },
    ] as const) {
      expect((await county.call(createChange, draft(given as never))).code).toBe(404);
    }
    const member = await t.as('member');
    expect((await member.call(createChange, draft(MOVE))).code).toBe(403);
    expect((await member.call(listChanges, {})).code).toBe(403);
  });

  test('a document is read where it was issued and where it took effect, and operated by its office', async () => {
    const change = await prepare(city, { kind: 'rename', orgId: ORGS.committeeA1.id, name: '城关街道党工委' });
    expect((await county.call(getChange, { id: change.id })).code).toBe(404);
    expect((await operate(county, change)).code).toBe(404);
    await operate(city, change);
    const read = (await county.call(getChange, { id: change.id })).result;
    expect(read.can).toEqual({ edit: false, remove: false, carryOut: false, reverse: false });
    expect((await operate(county, read, 'reverse')).code).toBe(404);
    const other = await t.as('otherCountyWorker');
    expect((await other.call(getChange, { id: change.id })).code).toBe(404);
    expect((await other.call(listChanges, {})).total).toBe(0);
    expect((await county.call(listChanges, { orgId: ORGS.committeeA1.id, type: 'rename', state: 'done' })).total).toBe(
      1,
    );
  });

  test('its papers are read by whoever reads it, and by nobody else', async () => {
    const paper = (await city.post('/api/sys/oss/upload/base64', { base64: TINY_PNG })).data.id as string;
    const change = await prepare(city, { ...MOVE, files: [paper] });
    expect(change.files).toMatchObject([{ id: paper }]);
    const stolen = await county.call(
      createChange,
      draft({ kind: 'rename', orgId: ORGS.branchA11.id, name: '一', files: [paper] }),
    );
    expect(stolen.data.fields.files).toContain('附件不存在或已过期');
    const film = (await city.post('/api/sys/oss/upload/base64', { base64: TINY_PNG })).data.id as string;
    await sql`update stored_file set name = '录像.mp4' where id = ${film}`.execute(t.db);
    const refused = await city.call(createChange, draft({ ...MOVE, files: [film] }));
    expect(refused.data.fields).toEqual({ files: '录像.mp4：文件格式错误，请选择文档、图片或压缩包文件' });
    const load = (who: Caller) => who.get('/api/common/download', { fileName: paper });
    // A draft is its office's own; what was carried out is read where it took effect as well.
    expect((await load(county)).code).toBe(404);
    await operate(city, change);
    const other = await t.as('otherCountyWorker');
    for (const who of [city, other]) expect((await load(who)).headers['content-type']).toMatch('image/');
    expect((await load(await t.as('siblingWorker'))).code).toBe(404);
    expect((await load(await t.as('member'))).code).toBe(404);
  });

  test('a number stands once, a stale document is not operated, a draft goes to the bin with its reason', async () => {
    const change = await prepare(county, { kind: 'rename', orgId: ORGS.branchA11.id, name: '一' });
    const same = await county.call(createChange, {
      ...draft({ kind: 'rename', orgId: ORGS.branchA12.id, name: '二' }),
      number: change.number,
    });
    expect(same.data.fields.number).toContain('该文号已登记');
    const edited = await county.call(updateChange, {
      ...draft({ kind: 'rename', orgId: ORGS.branchA11.id, name: '三' }),
      id: change.id,
      version: change.version,
    });
    expect(edited.result.version).toBe(2);
    expect((await operate(county, change)).data.conflict).toBe(true);
    const late = await county.call(createChange, {
      ...draft({ kind: 'rename', orgId: ORGS.branchA11.id, name: '四' }),
      issuedOn: '2099-01-01',
    });
    expect(late.data.fields.issuedOn).toBe('发文日期不能晚于今天');
    expect((await county.call(operateChange, { id: change.id, version: 2, act: 'reverse', reason: '' })).code).toBe(
      600,
    );
    expect((await county.call(removeChange, { id: change.id, deleteReason: '重复起草' })).code).toBe(200);
    expect((await county.call(listChanges, {})).total).toBe(0);
    expect((await county.call(listRecycled, { kind: 'orgChange' })).rows).toMatchObject([{ id: change.id }]);
  });

  test('every column with a code of an organisation follows a move, or says why it stays', async () => {
    const { rows } = await sql<{ table: string }>`
      select c.table_name as table from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name like '%org\\_code%'
       order by 1`.execute(t.db);
    expect(rows.map(({ table }) => table)).toEqual(tellingTables(t));
    const others = await sql<{ place: string }>`
      select c.table_name || '.' || c.column_name as place from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.collation_name = 'C'
         and c.column_name like '%code%' and c.column_name not like '%org\\_code%' order by 1`.execute(t.db);
    expect(others.rows.map(({ place }) => place)).toEqual([
      'org_change_org.back_code',
      'org_change_org.new_code',
      'org_change_org.old_code',
      'organisation.code',
      // Follow the tree by a trigger; the walks of 党员异动 compare them.
      'relation_transfer.from_code',
      'relation_transfer.to_code',
    ]);
  });
});

/** The tables that say what a move does with them, but for views. */
function tellingTables({ services }: TestApp): string[] {
  const owned: Readonly<Record<string, { org?: OnMove }>> = Object.assign(
    {},
    platformTables,
    ...services.modules.map(({ tables }) => tables),
  );
  return Object.keys(owned)
    .filter((name) => owned[name]?.org && name !== 'usable_grant')
    .toSorted();
}

test('the tree of a chosen county is read without waiting while another one changes', async () => {
  const change = await prepare(city, MOVE);
  const [done, tree] = await Promise.all([
    operate(city, change),
    county.call(orgTree, { parentId: ORGS.committeeA2.id }),
  ]);
  expect(done.code).toBe(200);
  expect(names(tree.result)).toEqual([ORGS.branchA21.name, ORGS.branchA22.name]);
});
