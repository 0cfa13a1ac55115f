import { tellWorkers } from '#kernel/permission/server/tell.ts';
import { urgeBehind } from '#kernel/permission/server/urgeBehind.ts';
import type * as contract from '#life/keyWork/contract.ts';
import { MAX_ORGS, periodsOf } from '#life/keyWork/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { attachFiles, detachFiles } from '#platform/server/files/fileRights.ts';
import { closeTodos } from '#platform/server/inbox/todos.ts';
import * as items from '../queries/items.ts';
import * as parts from '../queries/parts.ts';
import { syncTodos } from '../queries/todos.ts';
import { decideSubject, partPath } from '../todos.ts';
import { ITEM_FILES, lockOwn, logItem } from './common.ts';

type Stepped = Promise<{ version: number }>;

const requireRunning = ({ state }: items.ItemRecord) => {
  if (state !== 'running') throw refuse('该重点工作不在进行中');
};
/** The page of the part of an organisation. */
const pathsOf = (given: readonly { id: string; orgId: string }[]) => {
  const of = new Map(given.map(({ id, orgId }) => [orgId, partPath(id)]));
  return (orgId: string) => of.get(orgId) ?? '';
};

/** Chooses who is responsible: of a draft exactly these, of what runs these as well. */
export async function setOrgs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.setOrgs>,
): Promise<ReplyOf<typeof contract.setOrgs>> {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'draft') requireRunning(row);
  const uniqueIds = [...new Set(input.orgIds)];
  const places = await items.placesOf(ctx.db, ctx.scope, uniqueIds);
  if (places.length < uniqueIds.length) throw notFound('组织不存在');
  if (uniqueIds.includes(row.orgId)) throw badInput({ orgIds: '责任单位从下级组织中选，不能选本组织' });
  const [facts] = await items.factsOf(ctx.db, [row.id]);
  const before = facts?.orgs ?? [];
  const fresh = uniqueIds.filter((id) => !before.some((one) => one.id === id));
  if (row.state === 'running' && before.length + fresh.length > MAX_ORGS)
    throw badInput({ orgIds: `最多${MAX_ORGS}个责任单位` });
  if (row.state === 'draft') await items.keepOnly(ctx.db, row.id, uniqueIds);
  const given = await items.giveTo(ctx.db, row.id, uniqueIds);
  if (row.state === 'running') {
    await parts.updateNextDue(ctx.db, row.id);
    await syncTodos(ctx.db, row.id);
    await tellWorkers(
      ctx,
      given.map(({ orgId }) => orgId),
      { title: `重点工作：${row.title}`, remark: `${row.orgName}布置，${row.endsOn}截止。` },
      pathsOf(given),
    );
  }
  const after = row.state === 'draft' ? places : [...before, ...places.filter(({ id }) => fresh.includes(id))];
  const names = (some: readonly { name: string }[]) => some.map(({ name }) => name).join('、');
  const version = await items.stepItem(ctx.db, row.id, {}, ctx.session.accountName);
  logItem(ctx, row, { orgs: [names(before), names(after)] });
  return { version, added: fresh.length };
}

/** Gives an item its attachments. */
export async function setFiles(ctx: Ctx, input: ParsedOf<typeof contract.setFiles>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'draft') requireRunning(row);
  const owner = { kind: ITEM_FILES, rowId: row.id, orgCode: row.orgCode };
  const files = await attachFiles(ctx, 'files', input.files, owner, { format: 'common' });
  await detachFiles(ctx, owner, files);
  logItem(ctx, row, { files: [row.files.length, files.length] });
  return { version: await items.stepItem(ctx.db, row.id, { files }, ctx.session.accountName) };
}

/** Issues a draft: its periods are made, and whoever is responsible is told. */
export async function issue(ctx: Ctx, input: ParsedOf<typeof contract.issueItem>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  if (row.state !== 'draft') throw refuse('已经下达，不用再次下达');
  if (row.endsOn < row.today) throw refuse(`截止日期${row.endsOn}已经过了，请先修改`);
  const [facts] = await items.factsOf(ctx.db, [row.id]);
  const orgIds = facts?.orgs.map(({ id }) => id) ?? [];
  // What was chosen may have been moved elsewhere, or dissolved, since.
  const places = await items.placesOf(ctx.db, ctx.scope, orgIds);
  if (places.length === 0) throw refuse('还没有责任单位，请先选择');
  if (places.length < orgIds.length) throw refuse('有责任单位已不在管理范围内，请重新选择');
  await items.keepOnly(ctx.db, row.id, []);
  const given = await items.giveTo(ctx.db, row.id, orgIds);
  await items.writePeriods(ctx.db, row.id, periodsOf(row, row.today));
  const by = ctx.session.accountName;
  const version = await items.stepItem(ctx.db, row.id, { state: 'running', issuedBy: by }, by);
  await parts.updateNextDue(ctx.db, row.id);
  await syncTodos(ctx.db, row.id);
  await tellWorkers(
    ctx,
    orgIds,
    { title: `重点工作：${row.title}`, remark: `${row.orgName}布置，${row.endsOn}截止。` },
    pathsOf(given),
  );
  logItem(ctx, row, { state: ['draft', 'running'] });
  return { version };
}

async function stop(ctx: Ctx, row: items.ItemRecord, state: 'ended' | 'withdrawn', reason: string): Stepped {
  const stopped = await parts.stopParts(ctx.db, row.id);
  const version = await items.stepItem(ctx.db, row.id, { state, reason }, ctx.session.accountName);
  await closeTodos(
    ctx.db,
    stopped.map(({ id }) => decideSubject(id)),
  );
  await syncTodos(ctx.db, row.id);
  await tellWorkers(
    ctx,
    stopped.map(({ orgId }) => orgId),
    { title: `${state === 'ended' ? '重点工作已结束' : '重点工作已撤销'}：${row.title}`, remark: reason },
    pathsOf(stopped),
  );
  logItem(ctx, row, { state: [row.state, state] }, reason);
  return { version };
}

/** Ends an item: what is not completed is no longer worked on. */
export async function end(ctx: Ctx, input: ParsedOf<typeof contract.endItem>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  requireRunning(row);
  const [facts] = await items.factsOf(ctx.db, [row.id]);
  if (facts && facts.asked > 0) throw refuse(`还有${facts.asked}个责任单位待验收，请先验收`);
  return stop(ctx, row, 'ended', input.reason);
}

/** Withdraws an item that should not have been issued. */
export async function withdraw(ctx: Ctx, input: ParsedOf<typeof contract.withdrawItem>): Stepped {
  const row = await lockOwn(ctx, input.id, input.version);
  requireRunning(row);
  return stop(ctx, row, 'withdrawn', input.reason);
}

/** Extends the last day; what months or quarters come with it are owed as well. */
export async function extend(ctx: Ctx, { id, version, endsOn, reason }: ParsedOf<typeof contract.extendItem>): Stepped {
  const row = await lockOwn(ctx, id, version);
  requireRunning(row);
  if (endsOn <= row.endsOn) throw badInput({ endsOn: `应晚于原来的截止日期${row.endsOn}` });
  if (endsOn < row.today) throw badInput({ endsOn: '新的截止日期不能早于今天' });
  await items.writePeriods(ctx.db, row.id, periodsOf({ ...row, endsOn }, row.today));
  await parts.extendParts(ctx.db, row.id, endsOn);
  const next = await items.stepItem(ctx.db, row.id, { endsOn }, ctx.session.accountName);
  await parts.updateNextDue(ctx.db, row.id);
  await syncTodos(ctx.db, row.id);
  const all = await parts.partsOfItem(ctx.db, ctx.scope, row.orgId, row.id);
  const open = all.filter(({ state }) => state === 'open' || state === 'asked' || state === 'returned');
  await tellWorkers(
    ctx,
    open.map(({ orgId }) => orgId),
    { title: `期限延长到${endsOn}：${row.title}`, remark: reason },
    pathsOf(open),
  );
  logItem(ctx, row, { endsOn: [row.endsOn, endsOn] }, reason);
  return { version: next };
}

/** Urges whoever is late or due within three days, each once in two hours. */
export async function urge(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.urgeItem>,
): Promise<ReplyOf<typeof contract.urgeItem>> {
  const row = await lockOwn(ctx, id);
  requireRunning(row);
  const behind = await parts.listLateParts(ctx.db, row.id);
  const words = { title: `催办：${row.title}`, remark: `${row.orgName}请您尽快报送。` };
  const urged = await urgeBehind(ctx, 'key_work_part', behind, words, partPath);
  logItem(ctx, row, { urged: [null, urged.reminded] });
  return urged;
}
