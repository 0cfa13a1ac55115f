import type { RawBuilder } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import type { Scope } from '#platform/server/database/scope.ts';
import { badInput } from '#platform/server/errors.ts';
import { MAX_LABELS } from '../contract.labels.ts';
import * as queries from './queries/marks.ts';

/** One kind of rows that may carry labels and stand in a class. */
export interface MarkedKind {
  /** Letters only, as links name it. */
  kind: string;
  /** Chinese: 分组. */
  label: string;
  /** Of a link aliased `l`: whether its row is there, i.e. not deleted. */
  living: RawBuilder<boolean>;
  /** What lists show of these rows; one that is left out is not shown. `href` is empty where the session may not open it. */
  describe(
    ctx: Ctx,
    scope: Scope,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, { title: string; orgName: string; href: string }>>;
}

const kinds = new Map<string, MarkedKind>();

/** A module says once that its rows carry labels and classes; the lists of labels know no module. */
export function registerMarkedKind(kind: MarkedKind): void {
  kinds.set(kind.kind, kind);
}

/** Every kind that was announced. */
export const markedKinds = (): readonly MarkedKind[] => [...kinds.values()];

/** Of a link aliased `l`: whether its row is there. */
export const isLinkAlive = (): RawBuilder<boolean> => queries.livingOf(markedKinds());

/**
 * Gives a row its labels and its class, within the caller's transaction; what is undefined stays as it is. The caller has
 * seen that the row may be written.
 * @throws body code 600 at `labelIds` or `classId` for one that is not there
 */
export async function setMarks(
  ctx: Ctx,
  row: { kind: string; rowId: string; orgCode: string },
  labelIds: readonly string[] | undefined,
  classId: string | null | undefined,
): Promise<void> {
  const by = ctx.session.accountName;
  if (labelIds !== undefined) {
    if (labelIds.length > MAX_LABELS) throw badInput({ labelIds: `最多${MAX_LABELS}个标签` });
    const there = await queries.livingLabels(ctx.db, labelIds);
    if (there.length < labelIds.length) throw badInput({ labelIds: '标签不存在或已删除，请重新选择' });
    await queries.setLabels(ctx.db, row, labelIds, by);
  }
  if (classId !== undefined) {
    if (classId !== null && !(await queries.livingClass(ctx.db, classId)))
      throw badInput({ classId: '分类不存在或已删除，请重新选择' });
    await queries.setClass(ctx.db, row, classId, by);
  }
}

/** Takes all labels and the class from a row that is erased. */
export async function removeMarks(ctx: Ctx, kind: string, rowId: string): Promise<void> {
  await queries.dropLinks(ctx.db, kind, rowId);
}
