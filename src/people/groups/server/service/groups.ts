import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import { binOf, type RecycleKind } from '#platform/server/bin/recycle.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { narrowScope, type Scope } from '#platform/server/database/scope.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { describeFields } from '#platform/server/log/auditFields.ts';
import { GROUP_TYPES, type GroupRow } from '../../contract.fields.ts';
import * as contract from '../../contract.groups.ts';
import { GROUP_KIND } from '../../rules.group.ts';
import { type MarkedKind, removeMarks, setMarks } from '../marks.ts';
import * as queries from '../queries/groups.ts';
import { LIVING_GROUP, type Marks, marksOf } from '../queries/marks.ts';

const KIND = GROUP_KIND;
const MISSING = '分组不存在';
const TAKEN = '该组织已有同类同名的分组';
const NO_MARKS: Marks = { labels: [], classId: null, className: '' };

/** Groups carry labels and stand in classes. */
export const markedGroups: MarkedKind = {
  kind: KIND,
  label: '分组',
  living: LIVING_GROUP,
  async describe(ctx, scope, ids) {
    const rows = await queries.groupsByIds(ctx.db, scope, ids);
    const open = ctx.may('group:read');
    return new Map(
      rows.map((row) => [
        row.id,
        { title: row.name, orgName: row.org_name, href: open ? `/contentManager/group/detail/${row.id}` : '' },
      ]),
    );
  },
};

function wire(ctx: Ctx, row: queries.GroupRecord, marks: Marks = NO_MARKS): GroupRow {
  const may = ctx.may('group:write');
  return {
    id: row.id,
    groupId: row.id,
    groupName: row.name,
    groupType: row.type,
    typeName: GROUP_TYPES[row.type as keyof typeof GROUP_TYPES] ?? '',
    orgId: row.org_id,
    orgName: row.org_name,
    leaderName: row.leader_name ?? '',
    members: row.members,
    labels: marks.labels,
    className: marks.className,
    sort: row.sort,
    version: row.version,
    updateName: row.updated_by,
    updateDate: row.updated_at.toISOString(),
    can: { edit: may, remove: may },
  };
}

const memberWire = (row: queries.GroupPersonRecord): contract.GroupMember => ({
  id: row.id,
  name: row.name,
  orgName: row.org_name,
  personCategoryName: PERSON_CATEGORIES[row.person_category as keyof typeof PERSON_CATEGORIES] ?? '',
  phonenumber: row.phone_mask ?? '',
});

/** Groups of the own organisation and below, or of a chosen one. */
export async function groups(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listGroups>,
): Promise<ReplyOf<typeof contract.listGroups>> {
  const code = input.orgId ? ctx.chosenOrg?.code : ctx.session.orgCode;
  const place: Scope | null = code === undefined ? null : narrowScope(ctx.scope, code);
  if (!place) throw notFound();
  const { rows, total } = await queries.listGroups(
    ctx.db,
    place,
    ctx.scope,
    {
      orgId: input.searchRange === 'onlySelf' ? (input.orgId ?? ctx.session.orgId) : null,
      type: input.groupType ?? null,
      name: input.groupName || null,
      labelId: input.labelId ?? null,
    },
    { limit: input.pageSize, offset: (input.pageNum - 1) * input.pageSize },
  );
  const marks = await marksOf(
    ctx.db,
    KIND,
    rows.map(({ id }) => id),
  );
  return { total, rows: rows.map((row) => wire(ctx, row, marks.get(row.id))) };
}

/** One group with its people. */
export async function group(ctx: Ctx, id: string): Promise<contract.GroupDetail> {
  const row = await queries.findGroup(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  const marks = (await marksOf(ctx.db, KIND, [id])).get(id) ?? NO_MARKS;
  const all = await queries.groupPeople(ctx.db, ctx.scope, id);
  const people = all.filter(({ known }) => known).map(memberWire);
  return {
    ...wire(ctx, row, marks),
    description: row.description,
    leaderId: row.leader_name === null ? null : row.leader_id,
    classId: marks.classId,
    labelIds: marks.labels.map((label) => label.id),
    people,
    otherMembers: all.length - people.length,
  };
}

/** Everybody in a group whom the scope knows, in its order. */
export async function peopleOfGroup(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.groupById>> {
  if (!(await queries.findGroup(ctx.db, ctx.scope, id))) throw notFound(MISSING);
  const people = await queries.groupPeople(ctx.db, ctx.scope, id);
  return people.filter(({ known }) => known).map(memberWire);
}

/** Refuses (404) people of whom the scope does not know every one: one foreign id refuses the whole call. */
async function namesOf(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  const names = await queries.knownPeople(ctx.db, ctx.scope, ids);
  if (names.size !== new Set(ids).size) throw notFound('所选人员不存在或不在管理范围内');
  return names;
}

/** A second group of the name: the index refuses what came between the question and the write. */
const nameAsFault = (error: unknown): never => {
  throw errorCode(error) === '23505' ? badInput({ groupName: TAKEN }) : error;
};

async function markNames(ctx: Ctx, id: string) {
  const marks = (await marksOf(ctx.db, KIND, [id])).get(id) ?? NO_MARKS;
  return { labels: marks.labels.map(({ name }) => name).join('、'), className: marks.className };
}

/** Adds a group with its people. */
export async function addGroup(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createGroup>,
): Promise<ReplyOf<typeof contract.createGroup>> {
  const org = await queries.orgOf(ctx.db, ctx.scope, input.orgId, true);
  if (!org) throw notFound('组织不存在');
  const names = await namesOf(ctx, [...input.members, ...(input.leaderId === null ? [] : [input.leaderId])]);
  if (input.leaderId !== null && !input.members.includes(input.leaderId))
    throw badInput({ leaderId: '组长应是本组人员' });
  const named = { orgId: org.id, type: input.groupType, name: input.groupName };
  if (await queries.nameTaken(ctx.db, named, null)) throw badInput({ groupName: TAKEN });
  const by = ctx.session.accountName;
  const fields = { name: input.groupName, description: input.description, leaderId: input.leaderId };
  const id = await queries.insertGroup(ctx.db, org, input.groupType, fields, by).catch(nameAsFault);
  await queries.setMembers(ctx.db, id, [], input.members, by);
  await setMarks(ctx, { kind: KIND, rowId: id, orgCode: org.code }, input.labelIds, input.classId);
  ctx.audit({
    type: KIND,
    id,
    name: input.groupName,
    orgCode: org.code,
    changes: diff(
      {},
      {
        groupName: input.groupName,
        groupType: input.groupType,
        description: input.description,
        leader: names.get(input.leaderId ?? '') ?? '',
        members: input.members.map((member) => names.get(member)).join('、'),
        ...(await markNames(ctx, id)),
      },
    ),
  });
  return { id };
}

/** Changes a group. People beyond the scope stay in it, and a leader beyond the scope stays the leader unless one is named. */
export async function editGroup(
  ctx: Ctx,
  input: ParsedOf<typeof contract.updateGroup>,
): Promise<ReplyOf<typeof contract.updateGroup>> {
  const row = await queries.findGroup(ctx.db, ctx.scope, input.id, true);
  if (!row) throw notFound(MISSING);
  const before = await queries.groupPeople(ctx.db, ctx.scope, row.id);
  const mine = before.filter(({ known }) => known).map(({ id }) => id);
  const wanted = input.members ?? mine;
  const leaderIds = input.leaderId === undefined || input.leaderId === null ? [] : [input.leaderId];
  const names = await namesOf(ctx, [...wanted, ...leaderIds]);
  if (row.version !== input.version)
    throw conflict('该分组刚被别人修改，请核对后再保存', { current: await group(ctx, row.id) });
  const out = mine.filter((id) => !wanted.includes(id));
  const leaderId = input.leaderId === undefined ? leaderAfter(row.leader_id, out) : input.leaderId;
  if (leaderIds.length > 0 && !wanted.includes(leaderIds[0] ?? '')) throw badInput({ leaderId: '组长应是本组人员' });
  const others = before.filter(({ known }) => !known).map(({ id }) => id);
  if (wanted.length + others.length > contract.MAX_GROUP)
    throw badInput({ members: `一个分组最多${contract.MAX_GROUP}人` });
  const fields = {
    name: input.groupName ?? row.name,
    description: input.description ?? row.description,
    leaderId,
  };
  const named = { orgId: row.org_id, type: row.type, name: fields.name };
  if (await queries.nameTaken(ctx.db, named, row.id)) throw badInput({ groupName: TAKEN });
  const marksBefore = await markNames(ctx, row.id);
  const by = ctx.session.accountName;
  const version = await queries.updateGroup(ctx.db, row.id, fields, by).catch(nameAsFault);
  if (input.members) await queries.setMembers(ctx.db, row.id, out, [...wanted, ...others], by);
  await setMarks(ctx, { kind: KIND, rowId: row.id, orgCode: row.org_code }, input.labelIds, input.classId);
  const oldNames = new Map(before.map(({ id, name, known }) => [id, known ? name : '其他组织的人员']));
  const list = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? oldNames.get(id)).join('、');
  const came = wanted.filter((id) => !mine.includes(id));
  ctx.audit({
    type: KIND,
    id: row.id,
    name: fields.name,
    orgCode: row.org_code,
    changes: {
      ...diff(
        {
          groupName: row.name,
          description: row.description,
          leader: leaderName(row.leader_id, oldNames),
          ...marksBefore,
        },
        {
          groupName: fields.name,
          description: fields.description,
          leader: leaderName(leaderId, new Map([...oldNames, ...names])),
          ...(await markNames(ctx, row.id)),
        },
      ),
      ...(out.length + came.length > 0
        ? {
            members: [out.length > 0 ? `移出：${list(out)}` : '', came.length > 0 ? `加入：${list(came)}` : ''] as [
              string,
              string,
            ],
          }
        : {}),
    },
  });
  return { version };
}

const leaderAfter = (leaderId: string | null, out: readonly string[]) =>
  leaderId !== null && out.includes(leaderId) ? null : leaderId;
const leaderName = (id: string | null, names: ReadonlyMap<string, string>) => names.get(id ?? '') ?? '';

/** Moves a group to the recycle bin; its people stay in it. */
export async function removeGroup(ctx: Ctx, id: string, reason: string): Promise<null> {
  const row = await queries.findGroup(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  await queries.deleteGroup(ctx.db, id, ctx.session.accountName, reason);
  ctx.audit({ type: KIND, id, name: row.name, orgCode: row.org_code, reason });
  return null;
}

/** Deleted groups of the scope. */
export const recycledGroups: RecycleKind = {
  kind: KIND,
  label: '分组',
  right: 'group:write',
  ...binOf('content_group', 'org_id', 'org_code'),
  async restore(ctx, id) {
    const gone = await queries.deletedGroup(ctx.db, id);
    const org = await queries.orgOf(ctx.db, ctx.scope, gone.orgId, true);
    if (!org) throw refuse('所属组织已被撤销，请先恢复该组织');
    if (await queries.nameTaken(ctx.db, gone, id)) throw refuse(`${TAKEN}，请先更改其名称再恢复`);
    await queries.restoreGroup(ctx.db, id, org.code, ctx.session.accountName);
  },
  async erase(ctx, id) {
    await queries.eraseGroup(ctx.db, id, ctx.session.accountName);
    await removeMarks(ctx, KIND, id);
  },
};

/** Tells the registries of the house what of this belongs to them. */
export function announceGroups(): void {
  describeFields(KIND, {
    groupName: { label: '分组名称' },
    groupType: { label: '分组类别', values: GROUP_TYPES },
    orgName: { label: '所属组织' },
    description: { label: '说明' },
    leader: { label: '组长' },
    members: { label: '人员' },
    labels: { label: '标签' },
    className: { label: '分类' },
  });
}
