import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture, upload } from '#kernel/files/test/factory.ts';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { verifyPaper } from '#kernel/verify/contract.ts';
import { carryOut, takeBack } from '#people/org/test/changeSupport.ts';
import { downloadFile } from '#platform/files/fileCalls.ts';
import { type Caller, startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { ORGS } from '../../../../test/support/fixture.ts';
import { urgesOnce } from '../../../../test/support/urging.ts';
import {
  getMaterial,
  listCertificates,
  listConditions,
  listMaterials,
  listOpen,
  openActivity,
} from '../contract.read.ts';
import {
  decideMaterial,
  endActivity,
  exportConditions,
  extendItem,
  handIn,
  issueCertificates,
  printCertificate,
  publishActivity,
  recallMaterial,
  reopenActivity,
  revokeCertificate,
  setFiles,
  setItems,
  setOrgs,
  setPeople,
  urgeActivity,
  withdrawActivity,
} from '../contract.ts';
import { activityCalls } from '../nouns/activity.ts';
import { syncTodos } from '../server/queries/todos.ts';
import { activityForm, addActivity, day, handedIn, ITEM, materialsOf, published, versionOf } from './factory.ts';

let t: TestApp;
let committee: Caller;
let branch: Caller;
let sibling: Caller;
let member: Caller;
beforeAll(async () => {
  t = await startTestApp();
  [committee, branch, sibling, member] = await Promise.all([
    t.as('committeeWorker'),
    t.as('branchWorker'),
    t.as('siblingWorker'),
    t.as('member'),
  ]);
});
afterAll(() => t.close());

const [A11, A12] = [ORGS.branchA11, ORGS.branchA12];
const brought = async (who: Caller, name: string) =>
  (await upload(t, who, name, await picture().png().toBuffer())).data.id as string;
const todosOf = async (subject: string) =>
  (
    await sql<{ title: string; detail: string; due: string | null; done: boolean }>`
      select title, detail, due_on::text as due, done_at is not null as done from todo where subject = ${subject} order by id`.execute(
      t.db,
    )
  ).rows;
const accept = async (id: string) => {
  const { version } = (await committee.call(getMaterial, { id })).result;
  const done = await committee.call(decideMaterial, { id, version, decision: 'agree' });
  expect(done.code, done.text).toBe(200);
};

describe('a draft', () => {
  test('is written with its rich text cleaned, corrected, deleted, and comes back', async () => {
    const content = '<p onclick="x()">说明</p><script>alert(1)</script>';
    const id = await addActivity(committee, { content });
    const read = (await committee.call(activityCalls.get, { id })).result;
    expect(read).toMatchObject({ content: '<p>说明</p>', state: 'draft', parts: 0, can: { edit: true, remove: true } });
    // The same words in another form are a change as well.
    const bold = { id, version: 1, content: '<p><strong>说明</strong></p>' };
    expect((await committee.call(activityCalls.update, bold)).data).toEqual({ version: 2 });
    expect((await committee.call(activityCalls.update, { ...bold, title: '另一个' })).data.conflict).toBe(true);
    const { result } = await committee.call(activityCalls.history, { id });
    expect(JSON.stringify(result.rows)).not.toContain('<p>');
    expect((await committee.call(activityCalls.remove, { id, deleteReason: '重复' })).code).toBe(200);
    expect((await committee.call(activityCalls.get, { id })).code).toBe(404);
    expect((await committee.call(restoreRecycled, { kind: 'specialActivity', id, reason: '误删' })).code).toBe(200);
    expect((await committee.call(activityCalls.get, { id })).result.content).toContain('<strong>');
  });

  test('is refused at its field', async () => {
    const ask = async (given: object) =>
      (await committee.call(activityCalls.create, activityForm(given) as never)).data.fields;
    expect(await ask({ content: '<p> </p>' })).toEqual({ content: '请输入活动说明' });
    expect(await ask({ content: '<script>1</script>' })).toEqual({ content: '请输入活动说明' });
    expect(await ask({ endsOn: day(-5) })).toEqual({ endsOn: '结束日期不能早于开始日期' });
    expect(await ask({ orgId: A11.id })).toEqual({ orgId: '只能以本组织的名义组织' });
    const id = await addActivity(committee, { title: '目录' });
    const early = await committee.call(setItems, { id, version: 1, items: [{ ...ITEM, dueOn: day(-9) }] });
    expect(early.data.fields.items).toContain('不能早于活动开始日期');
    const twice = await committee.call(setItems, { id, version: 1, items: [ITEM, ITEM] });
    expect(twice.data.fields).toEqual({ items: '资料名称重复' });
    const nobody = await committee.call(publishActivity, { id, version: 1 });
    expect(nobody.msg).toBe('还没有参加组织，请先选择');
    const foreign = await committee.call(setOrgs, { id, version: 1, orgIds: [ORGS.branchA21.id] });
    expect(foreign.code).toBe(404);
  });
});

describe('what is published', () => {
  test('is read by those it is for and their members, and by nobody else; what concerns others is left out', async () => {
    const id = await published(committee, { title: '给一个' }, [A11.id]);
    expect((await branch.call(listOpen, { title: '给一个' })).rows.map((row) => row.id)).toEqual([id]);
    expect((await member.call(openActivity, { id })).result).toMatchObject({
      title: '给一个',
      part: null,
      items: [{ materialId: null }],
    });
    const own = (await branch.call(openActivity, { id })).result;
    expect(own).toMatchObject({ part: { people: [], canName: true }, items: [{ standing: 'open' }], canManage: false });
    expect((await branch.call(activityCalls.get, { id })).result).toMatchObject({
      orgs: [],
      parts: 0,
      can: { edit: false },
    });
    expect((await branch.call(activityCalls.list, { name: '给一个' })).rows).toHaveLength(1);
    expect((await branch.call(activityCalls.history, { id })).rows).toEqual([]);
    expect((await committee.call(activityCalls.history, { id })).rows.length).toBeGreaterThan(2);
    for (const call of [openActivity, activityCalls.get])
      expect((await sibling.call(call as never, { id } as never)).code).toBe(404);
    expect((await (await t.as('volunteer')).call(openActivity, { id })).code).not.toBe(200);
    expect((await member.call(activityCalls.get, { id })).code).toBe(403);
    // One for the committee is for all below it.
    const whole = await published(committee, { title: '给党委' }, [ORGS.committeeA1.id]);
    expect((await member.call(openActivity, { id: whole })).code).toBe(200);
    expect((await committee.call(openActivity, { id: whole })).result.part).not.toBeNull();
  });

  test('has poster, files and pictures that those read it is for', async () => {
    const shown = await brought(committee, '图.png');
    const content = `<p>看图<img src="/api/common/download?fileName=${shown}"></p>`;
    const id = await published(committee, { title: '海报', content }, [A11.id]);
    const files = [await brought(committee, '方案.png')];
    const poster = await brought(committee, '海报.png');
    const set = await committee.call(setFiles, { id, version: await versionOf(committee, id), poster, files });
    expect(set.code, set.text).toBe(200);
    const read = (await member.call(openActivity, { id })).result;
    expect(read.attachments).toMatchObject([{ name: '方案.png' }]);
    for (const file of [read.poster, read.attachments[0]?.id ?? '', shown]) {
      expect((await member.call(downloadFile, { fileName: file })).status, file).toBe(200);
      expect((await sibling.call(downloadFile, { fileName: file })).code, file).toBe(404);
    }
  });

  test('stays as it is: neither changed nor deleted, but extended, given to more, ended, taken up again or withdrawn', async () => {
    const id = await published(committee, { title: '步骤' }, [A11.id]);
    expect(
      (await committee.call(activityCalls.update, { id, version: await versionOf(committee, id), title: '改' })).code,
    ).toBe(400);
    expect((await committee.call(activityCalls.remove, { id, deleteReason: '试' })).code).toBe(400);
    const version = () => versionOf(committee, id);
    expect((await committee.call(setItems, { id, version: await version(), items: [] })).msg).toContain(
      '附件目录不能再改',
    );
    const more = await committee.call(setOrgs, { id, version: await version(), orgIds: [A12.id] });
    expect(more.result.added).toBe(1);
    expect(await materialsOf(committee, id)).toHaveLength(2);
    const { items } = (await committee.call(activityCalls.get, { id })).result;
    const longer = { id, version: await version(), itemId: items[0]?.id ?? '', dueOn: day(40), reason: '汛期' };
    expect((await committee.call(extendItem, { ...longer, dueOn: day(1) })).data.fields.dueOn).toContain('应晚于');
    expect((await committee.call(extendItem, longer)).code).toBe(200);
    expect((await committee.call(activityCalls.get, { id })).result.endsOn).toBe(day(40));
    expect((await branch.call(endActivity, { id, version: await version(), reason: '试' })).code).not.toBe(200);
    expect((await committee.call(endActivity, { id, version: await version(), reason: '办完了' })).code).toBe(200);
    expect((await materialsOf(committee, id)).map(({ state }) => state)).toEqual(['void', 'void']);
    expect((await member.call(openActivity, { id })).result).toMatchObject({ state: 'ended', reason: '办完了' });
    expect((await committee.call(reopenActivity, { id, version: await version(), reason: '补交' })).code).toBe(200);
    expect((await materialsOf(committee, id)).map(({ state }) => state)).toEqual(['open', 'open']);
    expect((await committee.call(withdrawActivity, { id, version: await version(), reason: '有误' })).code).toBe(200);
    expect((await member.call(openActivity, { id })).code).toBe(404);
    expect((await branch.call(openActivity, { id })).code).toBe(404);
  });
});

describe('materials', () => {
  test('are handed in, come back with a reason, go in again with their papers, and are accepted by one of two', async () => {
    const id = await published(committee, { title: '审核' }, [A11.id]);
    const partId = (await branch.call(openActivity, { id })).result.part?.id ?? '';
    expect(await todosOf(`specialPart:${partId}`)).toMatchObject([{ detail: '学习心得', due: day(10), done: false }]);
    const materialId = await handedIn(t, branch, id);
    expect(await todosOf(`specialPart:${partId}`)).toMatchObject([{ done: true }]);
    expect(await todosOf(`specialDecide:${materialId}`)).toMatchObject([{ done: false }]);
    let one = (await committee.call(getMaterial, { id: materialId })).result;
    expect(one).toMatchObject({ state: 'asked', deciderName: ORGS.committeeA1.name, can: { decide: true } });
    const file = one.handIns[0]?.files[0]?.id ?? '';
    expect((await committee.call(downloadFile, { fileName: file })).status).toBe(200);
    for (const who of [sibling, member]) expect((await who.call(downloadFile, { fileName: file })).code).toBe(404);
    expect((await branch.call(decideMaterial, { id: materialId, version: one.version, decision: 'agree' })).msg).toBe(
      '不能审核本人上传的附件',
    );
    const county = await (await t.as('countyWorker')).call(decideMaterial, {
      id: materialId,
      version: one.version,
      decision: 'agree',
    });
    expect(county.msg).toBe(`由${ORGS.committeeA1.name}审核`);
    const noReason = await committee.call(decideMaterial, { id: materialId, version: one.version, decision: 'return' });
    expect(noReason.data.fields).toEqual({ opinion: '请写明退回的原因' });
    const end = await committee.call(endActivity, { id, version: await versionOf(committee, id), reason: '试' });
    expect(end.msg).toBe('还有1份附件待审核，请先审核');
    const back = { id: materialId, version: one.version, decision: 'return' as const, opinion: '缺签名' };
    expect((await committee.call(decideMaterial, back)).code).toBe(200);
    expect((await todosOf(`specialPart:${partId}`)).at(-1)).toMatchObject({
      detail: '学习心得（退回补正）',
      done: false,
    });
    one = (await branch.call(getMaterial, { id: materialId })).result;
    expect(one).toMatchObject({ state: 'returned', opinion: '缺签名', returns: 1, can: { handIn: true } });
    expect((await branch.call(handIn, { id: materialId, version: one.version, files: [] })).data.fields).toEqual({
      files: '请上传附件',
    });
    const again = { id: materialId, version: one.version, files: [file, await brought(branch, '补.png')] };
    expect((await branch.call(handIn, again)).code).toBe(200);
    expect((await branch.call(handIn, again)).data.conflict).toBe(true);
    one = (await committee.call(getMaterial, { id: materialId })).result;
    expect(one.handIns.map(({ decision, files }) => [decision, files.length])).toEqual([
      ['waiting', 2],
      ['returned', 1],
    ]);
    const agree = { id: materialId, version: one.version, decision: 'agree' as const };
    const two = await Promise.all([committee.call(decideMaterial, agree), committee.call(decideMaterial, agree)]);
    expect(two.map(({ code }) => code).sort()).toEqual([200, 400]);
    expect((await branch.call(getMaterial, { id: materialId })).result).toMatchObject({ standing: 'done' });
  });

  test('are handed in by their own organisation, taken back by whoever did, and urged once in two hours', async () => {
    const id = await published(committee, { title: '撤回' }, [A11.id]);
    const [open] = await materialsOf(committee, id);
    const said = { id: open?.id ?? '', version: 1, files: [await brought(committee, '甲.png')] };
    expect((await committee.call(handIn, said)).msg).toBe('由参加组织上传');
    expect((await sibling.call(handIn, said)).code).toBe(404);
    expect((await member.call(handIn, said)).code).toBe(403);
    const materialId = await handedIn(t, branch, id);
    await urgesOnce(t, branch, committee, 'special', materialId);
    expect((await committee.call(recallMaterial, { id: materialId })).msg).toContain('只能由本人撤回');
    expect((await branch.call(recallMaterial, { id: materialId })).code).toBe(200);
    expect((await branch.call(getMaterial, { id: materialId })).result).toMatchObject({
      state: 'open',
      can: { handIn: true },
    });
  });

  test('stand by organisation: late, missing, urged, exported; narrowed and not seen by a neighbour', async () => {
    const second = { ...ITEM, name: '活动照片' };
    const id = await published(committee, { title: '情况' }, undefined, [
      ITEM,
      second,
      { ...ITEM, name: '选交', required: false },
    ]);
    await sql`update special_item set due_on = ${day(-2)} where activity_id = ${id} and name = '学习心得'`.execute(
      t.db,
    );
    await syncTodos(t.db, id);
    expect(await todosOf(`specialLate:${id}`)).toMatchObject([{ detail: '2个组织逾期未交', done: false }]);
    const { rows, result } = await committee.call(listConditions, { activityId: id });
    expect(rows).toMatchObject([
      { orgName: A11.name, required: 2, accepted: 0, late: 1, missing: ['学习心得', '活动照片'], standing: 'late' },
      { orgName: A12.name },
    ]);
    expect(result.sum).toEqual({ parts: 2, finished: 0, late: 2, asked: 0 });
    expect((await branch.call(listConditions, { activityId: id })).rows).toMatchObject([{ orgName: A11.name }]);
    expect((await sibling.call(listConditions, { activityId: id })).code).toBe(404);
    expect((await committee.call(listConditions, { orgId: A12.id, title: '情况' })).rows).toHaveLength(1);
    expect((await committee.call(listMaterials, { activityId: id, standing: 'late' })).total).toBe(2);
    expect((await branch.call(listMaterials, { standing: 'late', title: '情况' })).total).toBe(1);
    const urged = (await committee.call(urgeActivity, { id })).result;
    expect(urged).toEqual({ due: 2, reminded: 2, recently: 0, missing: [] });
    expect((await committee.call(urgeActivity, { id })).result).toMatchObject({ reminded: 0, recently: 2 });
    expect((await branch.call(urgeActivity, { id })).code).not.toBe(200);
    expect((await committee.call(exportConditions, { activityId: id })).status).toBe(200);
    await committee.call(withdrawActivity, { id, version: await versionOf(committee, id), reason: '试' });
    expect((await todosOf(`specialLate:${id}`)).at(-1)).toMatchObject({ done: true });
  });
});

describe('certificates', () => {
  test('go to who finished and who took part, once, on paper with a code, and are revoked', async () => {
    const id = await published(committee, { title: '证书' });
    const materialId = await handedIn(t, branch, id);
    const part = (await branch.call(openActivity, { id })).result.part;
    const me = t.fixture.principals.member.memberId ?? '';
    const people = { id: part?.id ?? '', version: part?.version ?? 0, memberIds: [me] };
    expect((await committee.call(setPeople, people)).msg).toBe('由参加组织登记');
    const foreign = t.fixture.members.branchA12?.[0] ?? '';
    expect((await branch.call(setPeople, { ...people, memberIds: [foreign] })).code).toBe(404);
    expect((await branch.call(setPeople, people)).code).toBe(200);
    expect((await member.call(openActivity, { id })).result.tookPart).toBe(true);
    const issue = async () => committee.call(issueCertificates, { id, version: await versionOf(committee, id) });
    expect((await issue()).msg).toContain('没有可以颁发的');
    await accept(materialId);
    expect((await issue()).result).toMatchObject({ orgs: 1, people: 1 });
    expect((await issue()).msg).toContain('没有可以颁发的');
    const [mine] = (await member.call(listCertificates, {})).rows;
    expect(mine).toMatchObject({
      title: '证书',
      isPerson: true,
      issuer: ORGS.committeeA1.name,
      can: { revoke: false },
    });
    expect((await branch.call(listCertificates, { view: 'org' })).total).toBe(2);
    expect((await committee.call(listCertificates, { view: 'issued', title: '证书' })).total).toBe(2);
    expect((await sibling.call(listCertificates, { view: 'org' })).total).toBe(0);
    const certificate = mine?.id ?? '';
    expect((await sibling.call(printCertificate, { id: certificate })).code).toBe(404);
    const paper = await member.call(printCertificate, { id: certificate });
    expect(paper.code, paper.text).toBe(200);
    expect(paper.result).toMatchObject({ pages: 1, missing: [] });
    const { rows: codes } = await sql<{ code: string }>`
      select code from verify_code where kind = 'special.certificate' and subject_id = ${certificate}`.execute(t.db);
    const verified = async () => (await t.nobody.call(verifyPaper, { code: codes[0]?.code ?? '' })).result;
    expect(await verified()).toMatchObject({ title: '专项活动证书', state: '有效' });
    expect(JSON.stringify(await verified())).not.toContain(mine?.name ?? '-');
    expect((await branch.call(revokeCertificate, { id: certificate, reason: '试' })).msg).toBe(
      `由${ORGS.committeeA1.name}撤销`,
    );
    expect((await committee.call(revokeCertificate, { id: certificate, reason: '名字有误' })).code).toBe(200);
    expect((await committee.call(revokeCertificate, { id: certificate, reason: '再' })).msg).toBe('已经撤销');
    expect(await verified()).toMatchObject({ state: '已撤销' });
    expect((await member.call(printCertificate, { id: certificate })).msg).toBe('已撤销的证书不能打印');
    expect((await issue()).result).toMatchObject({ orgs: 0, people: 1 });
    const gone = await committee.call(withdrawActivity, { id, version: await versionOf(committee, id), reason: '试' });
    expect(gone.msg).toContain('已经颁发过证书');
  });
});

test('parts go along with a merged organisation, stop where the other one takes part, and come home', async () => {
  const county = await t.as('countyWorker');
  const alone = await published(committee, { title: '只给一个' }, [A11.id]);
  const both = await published(committee, { title: '两个都有' });
  await handedIn(t, branch, alone);
  const change = await carryOut(county, { kind: 'merge', orgId: A12.id, sourceIds: [A11.id] });
  const orgsOf = async (id: string) => (await materialsOf(committee, id)).map(({ orgName, state }) => [orgName, state]);
  expect(await orgsOf(alone)).toEqual([[A12.name, 'asked']]);
  expect(await orgsOf(both)).toEqual([[A12.name, 'open']]);
  await takeBack(county, change);
  expect(await orgsOf(alone)).toEqual([[A11.name, 'asked']]);
});
