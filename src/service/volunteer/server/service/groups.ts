import { Readable } from 'node:stream';
import { GROUP_TYPES } from '#people/groups/contract.fields.ts';
import { GROUP_KIND } from '#people/groups/rules.group.ts';
import {
  deleteGroup,
  deletePeople,
  insertGroup,
  insertPeople,
  nameTaken,
  touchGroup,
  updateGroup,
} from '#people/groups/server/index.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { writeUnique } from '#platform/server/database/unique.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { sendNotice } from '#platform/server/inbox/notices.ts';
import { diff } from '#platform/server/log/audit.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import * as contract from '#service/volunteer/contract.groups.ts';
import { starName, starsOf } from '#service/volunteer/rules.ts';
import * as queries from '../queries/groups.ts';
import { scopeOf } from './common.ts';

const MISSING = '没有这个分组，或不在管理范围内';
const TAKEN = '本组织已有同名的志愿者分组';
/** 工作提醒 of dictionary 0178. */
const NOTICE = '5';
/** People of one sheet; as many as a group ever holds. */
const MOST_EXPORTED = 20_000;
/** The log names so many people, and counts the others. */
const NAMED = 20;

const wire = (ctx: Ctx, row: queries.GroupRecord): contract.VolunteerGroup => {
  const mine = row.orgId === ctx.session.orgId && ctx.may('volunteer:write');
  return {
    ...row,
    groupId: row.id,
    typeName: GROUP_TYPES[queries.SERVICE],
    updateDate: row.updateDate.toISOString(),
    can: { edit: mine, remove: mine },
  };
};

/** Groups of volunteers of the scope. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listGroups>,
): Promise<ReplyOf<typeof contract.listGroups>> {
  const scope = scopeOf(ctx, input.orgId);
  const skipped = (input.pageNum - 1) * input.pageSize;
  const page = await queries.pageOfGroups(ctx.db, scope, ctx.scope, input.keyWords ?? '', input.pageSize, skipped);
  return { rows: page.rows.map((row) => wire(ctx, row)), total: page.total };
}

async function find(ctx: Ctx, id: string): Promise<queries.GroupRecord> {
  const row = await queries.findGroup(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  return row;
}

/** A group of the own organisation, held. */
async function lockOwn(ctx: Ctx, id: string): Promise<queries.GroupRecord> {
  const row = await queries.findGroup(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  if (row.orgId !== ctx.session.orgId) throw refuse('只有建立分组的组织可以这样做');
  return row;
}

export const getGroup = async (
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getGroup>,
): Promise<contract.VolunteerGroup> => wire(ctx, await find(ctx, id));

const toPerson = (row: queries.PersonRecord): contract.GroupPerson => {
  const { accountId, ...rest } = row;
  return {
    ...rest,
    volunteerId: row.id,
    phonenumber: row.phone,
    starName: starName(starsOf(row.hours)),
    hasAccount: accountId !== null,
  };
};

/** The people of a group, or of all groups. */
export async function people(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPeople>,
): Promise<ReplyOf<typeof contract.listPeople>> {
  if (input.groupId !== undefined) await find(ctx, input.groupId);
  const page = await queries.pageOfPeople(
    ctx.db,
    ctx.scope,
    input.groupId ?? null,
    input.name ?? '',
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return { rows: page.rows.map(toPerson), total: page.total };
}

const logged = (
  ctx: Ctx,
  row: { id: string; groupName: string; orgCode: string },
  changes: Record<string, [unknown, unknown]>,
  reason = '',
) =>
  ctx.audit({
    type: GROUP_KIND,
    id: row.id,
    name: row.groupName,
    orgCode: row.orgCode,
    changes,
    ...(reason ? { reason } : {}),
  });

/** Makes a group of the own organisation, or calls one otherwise. */
export async function save(ctx: Ctx, input: ParsedOf<typeof contract.saveGroup>) {
  const { orgId, orgCode, accountName: by } = ctx.session;
  const words = { groupName: input.groupName, description: input.description };
  const named = { orgId, type: queries.SERVICE, name: input.groupName };
  const taken = () => badInput({ groupName: TAKEN });
  if (input.id === undefined) {
    if (await nameTaken(ctx.db, named, null)) throw taken();
    const fields = { name: input.groupName, description: input.description, leaderId: null };
    const id = await writeUnique(
      () => insertGroup(ctx.db, { id: orgId, code: orgCode }, queries.SERVICE, fields, by),
      taken,
    );
    logged(ctx, { id, groupName: input.groupName, orgCode }, diff({}, words));
    return { id, version: 1 };
  }
  const row = await lockOwn(ctx, input.id);
  if (row.version !== input.version) throw conflict('该分组刚被别人修改，请核对后再保存', { current: wire(ctx, row) });
  if (await nameTaken(ctx.db, named, row.id)) throw taken();
  const fields = { name: input.groupName, description: input.description, leaderId: row.leaderId };
  const version = await writeUnique(() => updateGroup(ctx.db, row.id, fields, by), taken);
  logged(ctx, row, diff({ groupName: row.groupName, description: row.description }, words));
  return { id: row.id, version };
}

/** Moves a group to the recycle bin. */
export async function remove(ctx: Ctx, { id, deleteReason }: ParsedOf<typeof contract.removeGroup>): Promise<null> {
  const row = await lockOwn(ctx, id);
  await deleteGroup(ctx.db, id, ctx.session.accountName, deleteReason);
  logged(ctx, row, {}, deleteReason);
  return null;
}

const wordsOf = (names: ReadonlyMap<string, string>, ids: readonly string[]) =>
  `${ids
    .slice(0, NAMED)
    .map((id) => names.get(id) ?? '')
    .join('、')}${ids.length > NAMED ? `等${ids.length}人` : ''}`;

/** Puts people into a group: one whom the session does not reach refuses all. */
export async function add(ctx: Ctx, { groupId, memberIds }: ParsedOf<typeof contract.addPeople>) {
  const row = await lockOwn(ctx, groupId);
  const names = await queries.knownVolunteers(ctx.db, ctx.scope, memberIds);
  if (names.size < memberIds.length) throw notFound('所选人员不在管理范围内，也没有报到到本地');
  const added = await insertPeople(ctx.db, row.id, memberIds, ctx.session.accountName);
  if (row.members + row.others + added.length > contract.MOST_PEOPLE) {
    throw badInput({ memberIds: `一个分组最多${contract.MOST_PEOPLE}人` });
  }
  if (added.length === 0) throw refuse('所选人员都已在组内');
  await touchGroup(ctx.db, row.id, row.leaderId, ctx.session.accountName);
  logged(ctx, row, { members: [null, `加入：${wordsOf(names, added)}`] });
  return { added: added.length };
}

/** Takes people out; whom the session does not reach stays. */
export async function drop(ctx: Ctx, { groupId, memberIds }: ParsedOf<typeof contract.dropPeople>) {
  const row = await lockOwn(ctx, groupId);
  const names = await queries.knownVolunteers(ctx.db, ctx.scope, memberIds);
  if (names.size < memberIds.length) throw notFound('所选人员不在管理范围内，也没有报到到本地');
  const removed = await deletePeople(ctx.db, row.id, memberIds);
  if (removed.length === 0) throw refuse('所选人员不在组内，请刷新后再看');
  const leaderId = row.leaderId !== null && removed.includes(row.leaderId) ? null : row.leaderId;
  await touchGroup(ctx.db, row.id, leaderId, ctx.session.accountName);
  logged(ctx, row, { members: [`移出：${wordsOf(names, removed)}`, null] });
  return { removed: removed.length };
}

/** Names who leads a group, or nobody. */
export async function setLeader(ctx: Ctx, { groupId, memberId }: ParsedOf<typeof contract.setLeader>) {
  const row = await lockOwn(ctx, groupId);
  let name = '';
  if (memberId !== null) {
    name = (await queries.knownVolunteers(ctx.db, ctx.scope, [memberId])).get(memberId) ?? '';
    if (name === '') throw notFound('所选人员不在管理范围内，也没有报到到本地');
    if (!(await queries.isIn(ctx.db, row.id, memberId))) throw refuse('组长应是本组人员');
  }
  const version = await touchGroup(ctx.db, row.id, memberId, ctx.session.accountName);
  logged(ctx, row, { leader: [row.leaderName, name] });
  return { version };
}

/** Sends a notice to everybody of a group who has an account. */
export async function notifyGroup(
  ctx: Ctx,
  { groupId, title, text }: ParsedOf<typeof contract.tellGroup>,
): Promise<ReplyOf<typeof contract.tellGroup>> {
  const row = await lockOwn(ctx, groupId);
  const { ids, without } = await queries.accountsIn(ctx.db, ctx.scope, row.id);
  const accountIds = ids.filter((id) => id !== ctx.session.accountId);
  if (accountIds.length === 0) throw refuse('组内没有可以收到通知的人员');
  const { orgId, accountName: createdBy } = ctx.session;
  await sendNotice(ctx.db, { type: NOTICE, title, remark: text, orgId, createdBy, accountIds, jumpUrl: '' });
  logged(ctx, row, { told: [null, `${title}（${accountIds.length}人）`] });
  return { reached: accountIds.length, without };
}

const HEADS = [
  { head: '姓名', width: 12 },
  { head: '组内职务', width: 10 },
  { head: '所在党组织', width: 34 },
  { head: '报到社区', width: 30 },
  { head: '手机号', width: 16 },
  { head: '认定时长（小时）', width: 16, kind: 'number' },
  { head: '星级', width: 10 },
] as const;

/** The people of a group as a workbook, a line for each in the order of the list; numbers masked as there. */
export async function exportGroup(ctx: Ctx, { groupId }: ParsedOf<typeof contract.exportGroup>): Promise<FileReply> {
  const row = await find(ctx, groupId);
  const title = `志愿者分组 ${row.groupName}`;
  const page = await queries.pageOfPeople(ctx.db, ctx.scope, groupId, '', MOST_EXPORTED, 0);
  const mark = await markOfDownload(ctx, title);
  logged(ctx, row, { exported: [null, `${page.rows.length}人`] });
  const lines = page.rows.map((one) => {
    const { name, phone, orgName, placeName, hours, isLeader, starName: stars } = toPerson(one);
    return [name, isLeader ? '组长' : '', orgName, placeName, phone, String(hours), stars];
  });
  return { name: `${title}.xlsx`, mime: XLSX_MIME, body: Readable.from(xlsx('人员', [...HEADS], lines, mark)) };
}
