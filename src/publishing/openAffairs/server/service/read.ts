import { uploadedFiles } from '#kernel/files/server/accept.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenScope, type Scope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { cleanHtml } from '#platform/text/richText.ts';
import type * as contract from '#publishing/openAffairs/contract.ts';
import { KIND_NAMES, type Kind, publicPath } from '#publishing/openAffairs/rules.ts';
import * as queries from '../queries/affair.ts';
import * as shown from '../queries/shown.ts';
import { isEditable, isWriter, maySettle } from './rights.ts';

export const MISSING = '该公开事项不存在或已被删除';

/** The scope below the organisation asked for, and that organisation where it is asked for alone. */
export function placeOf(
  ctx: Ctx,
  input: { orgId?: string | undefined; searchRange: 'all' | 'onlySelf' },
): { scope: Scope; orgId: string | null } {
  const scope = chosenScope(ctx, input.orgId);
  return { scope, orgId: input.searchRange === 'onlySelf' ? (ctx.chosenOrg?.id ?? ctx.session.orgId) : null };
}

const canDecide = (ctx: Ctx, affair: queries.AffairRecord) =>
  affair.state === 'pending' && affair.instanceId === null && maySettle(ctx, affair);
const canRemove = (affair: queries.AffairRecord) => affair.state === 'draft' && affair.versions === 0;

function rowOf(ctx: Ctx, affair: queries.AffairRecord): contract.AffairRow {
  return {
    id: affair.id,
    orgId: affair.orgId,
    orgName: affair.orgName,
    kind: affair.kind,
    itemId: affair.itemId,
    itemName: affair.itemName,
    period: affair.period,
    title: affair.title,
    phase: affair.phase,
    isShown: affair.shownNumber !== null,
    shownFrom: affair.shownFrom,
    shownUntil: affair.shownUntil,
    unanswered: affair.unanswered,
    updateName: affair.updatedBy,
    updateDate: affair.updatedAt.toISOString(),
    version: affair.version,
    can: { edit: isEditable(affair), decide: canDecide(ctx, affair), remove: canRemove(affair) },
  };
}

/** A page of what is worked on. */
export async function listAffairs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listAffairs>,
): Promise<ReplyOf<typeof contract.listAffairs>> {
  const { scope, orgId } = placeOf(ctx, input);
  const filter = filterOf(input, orgId);
  const offset = (input.pageNum - 1) * input.pageSize;
  const { rows, total } = await queries.pageOfAffairs(ctx.db, scope, ctx.session, filter, input.pageSize, offset);
  return { rows: rows.map((row) => rowOf(ctx, row)), total };
}

/** What a list or an export asks for. */
export const filterOf = (
  input: Pick<ParsedOf<typeof contract.exportAffairs>, 'title' | 'kind' | 'phase'> &
    Partial<Pick<ParsedOf<typeof contract.listAffairs>, 'period' | 'view'>>,
  orgId: string | null,
): queries.AffairFilter => ({
  orgId,
  title: input.title || null,
  kind: input.kind ?? null,
  phase: input.phase ?? null,
  period: input.period || null,
  view: input.view ?? '',
});

/** A page of what is published, with the figures of the classification. */
export async function listPublished(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listShown>,
): Promise<ReplyOf<typeof contract.listShown>> {
  const { scope, orgId } = placeOf(ctx, input);
  const filter = { orgId, kind: input.kind, itemId: input.itemId ?? null, words: input.words || null };
  const [{ rows, total }, items] = await Promise.all([
    shown.pageOfShown(ctx.db, scope, filter, input.pageSize, (input.pageNum - 1) * input.pageSize),
    shown.countShown(ctx.db, scope, orgId),
  ]);
  const sum = (kind: Kind) => items.filter((item) => item.kind === kind).reduce((total, { count }) => total + count, 0);
  return {
    rows,
    total,
    items: items.filter(({ kind }) => kind === input.kind).map(({ id, name, count }) => ({ id, name, count })),
    kinds: Object.fromEntries(KIND_NAMES.map((kind) => [kind, sum(kind)])) as Record<Kind, number>,
  };
}

/** One affair: to who works on it as it stands, to everybody else the version that is published. */
export async function getAffair(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getAffair>> {
  const row = await queries.findAffair(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  const version = row.shownNumber === null ? undefined : await shown.findVersion(ctx.db, id, row.shownNumber);
  const writer = isWriter(ctx);
  if (!writer && !version) throw notFound(MISSING);
  const text = writer || !version ? row : version;
  const superior = await queries.superiorOf(
    ctx.db,
    row.orgId,
    row.state === 'pending' ? row.submittedBy : ctx.session.accountId,
  );
  const base = rowOf(ctx, row);
  return {
    ...base,
    title: text.title,
    ...(writer ? {} : { phase: row.isOver ? ('ended' as const) : ('open' as const), unanswered: 0, updateName: '' }),
    rhythm: row.rhythm,
    isFormer: row.isFormer,
    content: encodeURIComponent(cleanHtml(text.content)),
    files: await uploadedFiles(ctx.db, text.files),
    publicDays: text.publicDays,
    despite: writer ? row.despite : '',
    note: text.note,
    opinion: writer ? row.opinion : '',
    withdrawnFor: writer ? row.withdrawnFor : '',
    submitName: writer ? row.submitName : '',
    submitDate: writer ? (row.submittedAt?.toISOString() ?? null) : null,
    shownNumber: row.shownNumber,
    approvedBy: version?.approvedBy ?? '',
    versions: row.versions,
    instanceId: writer && row.state === 'pending' ? row.instanceId : null,
    superior: superior.name,
    publicPath: version && !row.isOver && row.isOnBoard ? publicPath(row.token) : '',
    can: {
      edit: writer && base.can.edit,
      submit: writer && (row.state === 'draft' || row.phase === 'returned'),
      recall: writer && row.state === 'pending' && row.submittedBy === ctx.session.accountId,
      decide: writer && base.can.decide,
      withdraw: writer && row.shownNumber !== null,
      restore: writer && row.state === 'withdrawn',
      remove: writer && base.can.remove,
      feedback: version !== undefined,
      reply: writer,
    },
  };
}

const versionRow = (version: shown.VersionRecord, shownNumber: number | null): contract.OpenVersion => ({
  number: version.number,
  title: version.title,
  note: version.note,
  publishedAt: version.publishedAt.toISOString(),
  writtenBy: version.writtenBy,
  approvedBy: version.approvedBy,
  publicDays: version.publicDays,
  isShown: version.number === shownNumber,
});

/** Every version of an affair, the newest first. */
export async function listVersions(ctx: Ctx, id: string): Promise<contract.OpenVersion[]> {
  const row = await queries.findAffair(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  return (await shown.versionsOf(ctx.db, id)).map((version) => versionRow(version, row.shownNumber));
}

/** One version, cleaned once more. */
export async function getVersion(
  ctx: Ctx,
  input: ParsedOf<typeof contract.getVersion>,
): Promise<ReplyOf<typeof contract.getVersion>> {
  const row = await queries.findAffair(ctx.db, ctx.scope, input.id);
  if (!row) throw notFound(MISSING);
  const version = await shown.findVersion(ctx.db, input.id, input.number);
  if (!version) throw notFound('没有这个版本');
  return {
    ...versionRow(version, row.shownNumber),
    content: encodeURIComponent(cleanHtml(version.content)),
    files: await uploadedFiles(ctx.db, version.files),
  };
}
