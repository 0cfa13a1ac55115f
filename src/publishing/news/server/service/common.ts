import { type DecisionRequest, obstacleToDecide } from '#kernel/permission/server/above.ts';
import { takesPart } from '#kernel/workflow/server/index.ts';
import type { Ctx } from '#platform/server/context.ts';
import { conflict, notFound } from '#platform/server/errors.ts';
import { canReadFile, canReadOpenly } from '#platform/server/files/fileRights.ts';
import { fileIdsIn } from '#platform/text/richTextRules.ts';
import { type ArticleRow, stateName } from '#publishing/news/contract.ts';
import { ADDRESSES, ARCHIVE, mayAct } from '#publishing/news/rules.ts';
import * as queries from '../queries/article.ts';
import { findNews, findOpen, shownFiles } from '../queries/news.ts';
import { findRead } from '../queries/receipts.ts';

export const MODULE = '资讯';
export const FILES = 'archive.article';
export const MISSING = '没有找到这篇资讯，或不在管理范围内';
export const TOPIC = 'archiveArticle';

export const decideSubject = (id: string) => `archiveDecide:${id}`;
export const wordSubject = (id: string) => `archiveWord:${id}`;
export const fixSubject = (id: string) => `archiveMend:${id}`;

/** An article of the scope, locked. @param version that of the text that the user has read; absent: whichever */
export async function lockArticle(ctx: Ctx, id: string, version?: number): Promise<queries.ArticleRecord> {
  const row = await queries.findArticle(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  if (version !== undefined && row.version !== version) {
    throw conflict('这篇资讯已有变化，请核对后再操作', {
      current: { version: row.version, updateName: row.updatedBy, updateDate: row.updatedAt.toISOString() },
    });
  }
  return row;
}

/**
 * An article that no process decides about, as it is put before the superior: an organisation above it decides, or the own
 * one where none is above. Never whoever sent it in.
 */
export const decisionRequestOf = ({ session }: Ctx, row: queries.ArticleRecord): DecisionRequest => ({
  todo: decideSubject(row.id),
  isOpen: row.state === 1,
  handled: () => conflict('这篇资讯已被处理，请刷新查看'),
  askedBy: row.submittedBy,
  ownRefusal: '不能审核自己送审的资讯',
  superior: row.orgId !== session.orgId || row.parentId === null,
  superiorRefusal: '由上级党组织审核',
  deciderName: '',
  right: 'archive:audit',
  verb: '审核',
});

/** Whether the session decides about an article where no process does. */
export const maySettle = (ctx: Ctx, row: queries.ArticleRecord): boolean =>
  obstacleToDecide(ctx, decisionRequestOf(ctx, row)) === '';

/** What the session may do with an article now. */
export function canOf(ctx: Ctx, row: queries.ArticleRecord): ArticleRow['can'] {
  const writes = ctx.may('archive:write') && ctx.scope.memberId === null;
  const resubmits = row.instanceState === 'returned' && row.state === 1 && row.submittedBy === ctx.session.accountId;
  return {
    edit: writes && (mayAct('edit', row.state) || resubmits),
    remove: writes && mayAct('remove', row.state) && row.versions === 0,
    submit: writes && (mayAct('submit', row.state) || resubmits),
    recall: writes && mayAct('recall', row.state) && (row.state === 3 || row.submittedBy === ctx.session.accountId),
    audit: row.state === 1 && row.instanceId === null && maySettle(ctx, row),
    withdraw: writes && row.shownNumber !== null,
    restore: writes && mayAct('restore', row.state) && row.versions > 0,
    move: writes && row.state !== 1 && row.kind !== 'notice',
    top: writes && row.shownNumber !== null && row.kind !== 'notice',
    carousel:
      ctx.may('swiper:write') && row.shownNumber !== null && !row.isOver && row.kind !== 'notice' && row.cover !== '',
  };
}

/** Why a text may have outlived itself; empty: it has not. */
const outlivedFor = (row: queries.ArticleRecord): string =>
  row.shownNumber === null
    ? ''
    : [
        row.isOver ? '已过展示截止' : '',
        row.deadLinks > 0 ? `${row.deadLinks}个链接已失效` : '',
        row.formerOrg ? '原组织已撤销' : '',
      ]
        .filter(Boolean)
        .join('、');

/** An article as the desk lists it. */
export function rowOf(ctx: Ctx, row: queries.ArticleRecord): ArticleRow {
  return {
    id: row.id,
    orgId: row.orgId,
    orgName: row.orgName,
    columnId: row.columnId,
    columnName: row.columnName,
    kind: row.kind,
    title: row.title,
    cover: row.cover,
    labels: row.labels,
    state: row.state,
    stateName: row.isOver && row.state === 4 ? '已过期' : stateName(row.state),
    isShown: row.shownNumber !== null && !row.isOver,
    isTop: row.isTop,
    isOver: row.isOver,
    publishAt: row.publishAt?.toISOString() ?? null,
    firstShown: row.firstShown?.toISOString() ?? null,
    shownUntil: row.shownUntil,
    readers: row.readers,
    outlived: outlivedFor(row),
    updateName: row.updatedBy,
    updateDate: row.updatedAt.toISOString(),
    version: row.version,
    can: canOf(ctx, row),
  };
}

/** Writes a change of an article to the log. */
export function logArticle(
  ctx: Ctx,
  row: queries.ArticleRecord,
  changes: Record<string, [unknown, unknown]>,
  reason?: string,
) {
  const detail = { type: TOPIC, id: row.id, name: row.title, orgCode: row.orgCode, changes };
  ctx.audit(reason ? { ...detail, reason } : detail);
}

export const deskPath = (row: { kind: queries.ArticleRecord['kind']; id: string }) =>
  row.kind === 'notice' ? `/archive/announcement/manage/${row.id}` : ADDRESSES.deskView(row.kind, row.id);

/**
 * Announces who reads the files of an article: who works on it, who decides about it, readers those of the shown version,
 * and everybody those of its open page.
 */
export function announceFiles(): void {
  const isShown = async (ctx: Ctx, rowId: string, id: string) => {
    const shown = await shownFiles(ctx.db, rowId);
    return shown !== undefined && [shown.cover, shown.video, ...shown.files, ...fileIdsIn(shown.content)].includes(id);
  };
  canReadFile(FILES, async (ctx, { id, rowId }) => {
    if (rowId === null) return false;
    if (ctx.may('archive:write') && ctx.scope.memberId === null) {
      if (await queries.findArticle(ctx.db, ctx.scope, rowId)) return true;
    }
    const reads = async () =>
      (await findNews(ctx.db, ctx.session, rowId)) ?? (await findRead(ctx.db, ctx.session, null, rowId));
    if (ctx.may('dj:djzx') && (await reads())) {
      if (await isShown(ctx, rowId, id)) return true;
    }
    return takesPart(ctx.db, ctx.session, ARCHIVE, rowId);
  });
  canReadOpenly(FILES, async (ctx, { id, rowId }) => {
    if (rowId === null) return false;
    const row = await queries.tokenOf(ctx.db, rowId);
    return row !== undefined && (await findOpen(ctx.db, row)) !== undefined && isShown(ctx, rowId, id);
  });
}
