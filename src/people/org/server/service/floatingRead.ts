import { Readable } from 'node:stream';
import type * as contract from '#people/org/contract.floating.ts';
import { FLOATING_STATES, floatingChecks, SETTINGS } from '#people/org/rules.floating.ts';
import type { FileReply, ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { inScope } from '#platform/server/database/scope.ts';
import { notFound } from '#platform/server/errors.ts';
import { markOfDownload } from '#platform/server/export/exportMark.ts';
import { findFile } from '#platform/server/files/fileRights.ts';
import { XLSX_MIME, xlsx } from '#platform/server/spreadsheet/write.ts';
import * as queries from '../queries/floating.ts';
import { FLOATING_MISSING } from './floating.ts';
import { floatingObstacle } from './floatingAudit.ts';

/** More rows than a city has organisations of floating members. */
const EXPORT_AT_MOST = 20_000;
const CATEGORIES: Readonly<Record<number, string>> = { 1: '正式党员', 2: '预备党员' };

const filterOf = ({ name, setting, state }: ParsedOf<typeof contract.exportFloating>): queries.FloatingFilter => ({
  name: name ?? '',
  setting: setting ?? null,
  state: state ?? null,
});

/** A page of applications and organisations, and how many wait for the own decision. */
export async function readFloatingList(
  ctx: Ctx,
  { pageNum, pageSize, ...input }: ParsedOf<typeof contract.listFloating>,
): Promise<ReplyOf<typeof contract.listFloating>> {
  const [{ rows, total }, toAudit] = await Promise.all([
    queries.pageOfFloating(ctx.db, ctx.scope, ctx.session, filterOf(input), pageSize, (pageNum - 1) * pageSize),
    waiting(ctx),
  ]);
  return { rows: rows.map((row) => toRow(ctx, row)), total, toAudit };
}

/** A page of what the own organisation decides or decided. */
export async function readFloatingAudits(
  ctx: Ctx,
  { pageNum, pageSize, name, setting, view }: ParsedOf<typeof contract.listFloatingAudits>,
): Promise<ReplyOf<typeof contract.listFloatingAudits>> {
  const filter = { name: name ?? '', setting: setting ?? null, view: view || null };
  const [{ rows, total }, toAudit] = await Promise.all([
    queries.pageOfAudits(ctx.db, ctx.scope, ctx.session, filter, pageSize, (pageNum - 1) * pageSize),
    waiting(ctx),
  ]);
  return { rows: rows.map((row) => toRow(ctx, row)), total, toAudit };
}

const waiting = async (ctx: Ctx) =>
  ctx.may('org:floatingAudit') ? queries.countWaiting(ctx.db, ctx.scope, ctx.session) : 0;

function toRow(ctx: Ctx, row: queries.FloatingListRow): contract.FloatingRow {
  return {
    id: row.application_id ?? `org-${row.org_id}`,
    applicationId: row.application_id,
    orgId: row.org_id,
    name: row.name,
    parentName: row.parent_name,
    settingName: row.setting ? SETTINGS[row.setting] : '',
    region: row.region,
    contact: row.contact,
    phone: row.phone,
    secretaryName: row.secretary_name,
    memberCount: row.member_count,
    state: row.state,
    askingName: row.asking_name,
    askedBy: row.asked_by_name,
    askedAt: row.asked_at?.toISOString() ?? null,
    deciderName: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    opinion: row.opinion,
    version: row.version,
    can: canOf(ctx, row),
  };
}

function canOf(ctx: Ctx, row: queries.FloatingListRow): contract.FloatingRow['can'] {
  const open = row.state === 'pending' || row.state === 'returned';
  const mine = ctx.may('org:floating') && row.asking_org_id === ctx.session.orgId;
  const established =
    row.application_id !== null &&
    row.state === 'established' &&
    row.org_code !== null &&
    row.org_code !== ctx.session.orgCode &&
    inScope(ctx.scope, row.org_code);
  return {
    edit: mine && open,
    remove: (mine && open) || (established && ctx.may('org:floating') && ctx.may('org:remove')),
    audit: row.state === 'pending' && floatingObstacle(ctx, row) === '',
    urge: row.state === 'pending' && row.asked_by === ctx.session.accountId,
  };
}

/** One application with who is named, its files, and what speaks for and against it. */
export async function readFloating(
  ctx: Ctx,
  { id }: ParsedOf<typeof contract.getFloating>,
): Promise<contract.FloatingDetail> {
  const row = await queries.findFloating(ctx.db, ctx.scope, ctx.session, id);
  if (!row) throw notFound(FLOATING_MISSING);
  const [members, files] = await Promise.all([
    queries.membersOf(ctx.db, id),
    Promise.all(row.files.map((file) => findFile(ctx, file))),
  ]);
  return {
    ...toRow(ctx, row),
    parentId: row.parent_id,
    parentInScope: inScope(ctx.scope, row.parent_code),
    setting: row.setting,
    address: row.address,
    secretaryId: row.secretary_id,
    secretaryCandidate: row.secretary_candidate,
    reason: row.reason,
    members: members.map(({ memberId, name, orgName, category }) => ({
      memberId,
      name,
      orgName,
      categoryName: CATEGORIES[category] ?? '',
    })),
    files: files.flatMap((file) => (file ? [{ id: file.id, name: file.name, mime: file.mime, size: file.size }] : [])),
    orgInScope: row.state === 'established' && row.org_code !== null && inScope(ctx.scope, row.org_code),
    decidedBy: row.decided_by_name,
    decidedOrgName: row.decided_org_name,
    checks: floatingChecks({
      parentType: row.parent_type,
      memberCount: row.member_count,
      named: members.length,
      fullNamed: members.filter(({ category }) => category === 1).length,
      stillFloating: members.filter(({ floating }) => floating).length,
      secretaryName: row.secretary_candidate,
      secretaryFull: row.secretary_full,
    }),
  };
}

const COLUMNS = [
  { head: '组织名称', width: 36 },
  { head: '上级党组织', width: 30 },
  { head: '依托单位', width: 16 },
  { head: '流入地区', width: 28 },
  { head: '书记', width: 12 },
  { head: '流动党员人数', width: 14, kind: 'whole' as const },
  { head: '联系人', width: 12 },
  { head: '联系电话', width: 18 },
  { head: '状态', width: 10 },
  { head: '申请组织', width: 30 },
  { head: '申请日期', width: 14, kind: 'day' as const },
];

const dayOf = (iso: string | null) =>
  iso === null ? '' : new Date(iso).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });

/** The list as a workbook, with who exported it. */
export async function exportFloatingList(
  ctx: Ctx,
  input: ParsedOf<typeof contract.exportFloating>,
): Promise<FileReply> {
  const { rows } = await queries.pageOfFloating(ctx.db, ctx.scope, ctx.session, filterOf(input), EXPORT_AT_MOST, 0);
  const lines = rows
    .map((row) => toRow(ctx, row))
    .map((row) => [
      row.name,
      row.parentName,
      row.settingName,
      row.region,
      row.secretaryName,
      row.memberCount === null ? '' : String(row.memberCount),
      row.contact,
      row.phone,
      FLOATING_STATES[row.state],
      row.askingName,
      dayOf(row.askedAt),
    ]);
  const day = await todayOf(ctx.db);
  const mark = await markOfDownload(ctx, '流动党组织');
  ctx.audit({ type: 'floatingOrg', name: `流动党组织${lines.length}个` });
  return {
    name: `流动党组织-${day}.xlsx`,
    mime: XLSX_MIME,
    body: Readable.from(xlsx('流动党组织', COLUMNS, lines, mark), { objectMode: false }),
  };
}
