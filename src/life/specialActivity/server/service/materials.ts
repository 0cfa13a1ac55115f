import { uploadedFiles } from '#kernel/files/server/accept.ts';
import { type DecisionRequest, obstacleToDecide } from '#kernel/permission/server/above.ts';
import type * as contract from '#life/specialActivity/contract.read.ts';
import { mayAct } from '#life/specialActivity/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { canReadFile } from '#platform/server/files/fileRights.ts';
import { findOpen } from '../queries/activities.ts';
import { findPart } from '../queries/certificates.ts';
import * as queries from '../queries/materials.ts';
import { decideSubject } from '../todos.ts';
import { ACTIVITY_FILES, HAND_IN_FILES, isActivityVisible, NO_ACTIVITY } from './common.ts';

type Material = queries.MaterialRecord;
const NO_MATERIAL = '该附件资料不存在或不在管理范围内';

/** A material as it is put before whoever started the activity: never before whoever handed it in. */
export const decisionRequestOf = (ctx: Ctx, one: Material): DecisionRequest => ({
  todo: decideSubject(one.id),
  isOpen: one.state === 'asked',
  askedBy: one.askedBy,
  ownRefusal: '不能审核本人上传的附件',
  superior: [one.setterId, one.deciderOrgId].includes(ctx.session.orgId),
  superiorRefusal: `由${one.deciderName || one.setterName}审核`,
  deciderName: one.deciderName,
  right: 'special:set',
  verb: '审核',
});

function rowOf(ctx: Ctx, one: Material): contract.MaterialRow {
  const isOwn = one.orgId === ctx.session.orgId;
  return {
    id: one.id,
    activityId: one.activityId,
    title: one.title,
    name: one.name,
    required: one.required,
    orgId: one.orgId,
    orgName: one.orgName,
    setterName: one.setterName,
    dueOn: one.dueOn,
    daysLeft: one.daysLeft,
    state: one.state,
    standing: one.standing,
    handedOn: one.handedOn,
    files: one.files,
    returns: one.returns,
    version: one.version,
    can: {
      handIn: isOwn && ctx.may('special:report') && one.activityState === 'published' && mayAct('handIn', one.state),
      recall: one.state === 'asked' && one.askedBy === ctx.session.accountId,
      decide: one.state === 'asked' && obstacleToDecide(ctx, decisionRequestOf(ctx, one)) === '',
    },
  };
}

/** A page of materials: those of the own organisation, or of an activity or a part. */
export async function list(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listMaterials>,
): Promise<ReplyOf<typeof contract.listMaterials>> {
  const { orgId } = ctx.session;
  const { activityId = null, partId = null } = input;
  if (activityId && !(await isActivityVisible(ctx, activityId))) throw notFound(NO_ACTIVITY);
  if (partId && !(await findPart(ctx.db, ctx.scope, orgId, partId))) throw notFound(NO_ACTIVITY);
  const filter = {
    activityId,
    partId,
    title: input.title || null,
    standing: input.standing ?? null,
    year: input.year ?? null,
    own: activityId === null && partId === null,
  };
  const offset = (input.pageNum - 1) * input.pageSize;
  const found = await queries.pageOfMaterials(ctx.db, ctx.scope, orgId, filter, input.pageSize, offset);
  return { rows: found.rows.map((row) => rowOf(ctx, row)), total: found.total };
}

/** A material that the session sees. @param lock keeps it for this transaction */
export async function materialOf(ctx: Ctx, id: string, lock = false): Promise<Material> {
  const one = await queries.findMaterial(ctx.db, ctx.scope, ctx.session.orgId, id, lock);
  if (!one) throw notFound(NO_MATERIAL);
  return one;
}

/** One material with each time that it was handed in. */
export async function detail(ctx: Ctx, id: string): Promise<contract.MaterialDetail> {
  const one = await materialOf(ctx, id);
  const handIns = await queries.handInsOf(ctx.db, id);
  return {
    ...rowOf(ctx, one),
    note: one.note,
    kind: one.kind,
    activityState: one.activityState,
    reason: one.reason,
    opinion: one.opinion,
    askedByName: one.askedByName,
    deciderName: one.state === 'asked' ? one.deciderName : '',
    obstacle: one.state === 'asked' ? obstacleToDecide(ctx, decisionRequestOf(ctx, one)) : '',
    handIns: await Promise.all(
      handIns.map(async (time) => ({
        ...time,
        files: await uploadedFiles(ctx.db, time.files),
        handedAt: time.handedAt.toISOString(),
        decidedAt: time.decidedAt?.toISOString() ?? null,
      })),
    ),
  };
}

/** Whether an activity is the session's to read: to a worker as it stands, to all that it is for once it is published. */
export async function mayReadActivity(ctx: Ctx, id: string): Promise<boolean> {
  if (ctx.may('special:read') && (await isActivityVisible(ctx, id))) return true;
  return ctx.may('special:own') && (await findOpen(ctx.db, ctx.scope, ctx.session.orgCode, id)) !== undefined;
}

/** Announces who reads the files: those of an activity whoever it is for, those handed in whoever sees the material. */
export function announceFiles(): void {
  canReadFile(ACTIVITY_FILES, async (ctx, { rowId }) => rowId !== null && mayReadActivity(ctx, rowId));
  canReadFile(HAND_IN_FILES, async (ctx, { rowId }) => {
    if (rowId === null || !ctx.may('special:read')) return false;
    const material = await queries.materialOf(ctx.db, rowId);
    if (!material) return false;
    return (await queries.findMaterial(ctx.db, ctx.scope, ctx.session.orgId, material)) !== undefined;
  });
}
