import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { chosenScope, inScope, workerScope } from '#platform/server/database/scope.ts';
import { badInput, notFound, refuse } from '#platform/server/errors.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import type { JobResult, RunningJob } from '#platform/server/module.ts';
import * as contract from '../../contract.duplicates.ts';
import { PERSON_FIELDS } from '../../rules/fields.ts';
import { normaliseIdCard } from '../../rules/idCard.ts';
import { personOf, shownValue } from '../person.ts';
import * as queries from '../queries/duplicates.ts';
import * as merges from '../queries/merge.ts';
import { idCardIndex, idCardPlace } from '../rowMapper.ts';
import { obstaclesOf } from './merge.ts';
import { pairOf } from './pair.ts';

export const SCAN_JOB = 'member.duplicates';
const STEPS = 4;
const CARDS = 500;

const likenessesOf = (row: queries.PairRecord): queries.Likeness[] => [
  ...(row.by_card ? ['card' as const] : []),
  ...(row.by_name ? ['name' as const] : []),
  ...(row.by_phone ? ['phone' as const] : []),
];

/** One side as whoever asks may see it: of a record out of the scope, nothing but that it is there. */
function sideOf(ctx: Ctx, side: queries.PairSide): contract.PairSide {
  if (!inScope(ctx.scope, side.orgCode)) {
    const nothing = { id: '', name: '', idCardNo: '', birthDate: '', phonenumber: '', orgName: '' };
    return { visible: false, ...nothing, deleted: false };
  }
  return {
    visible: true,
    id: side.id,
    name: side.name,
    idCardNo: side.idCard ?? '',
    birthDate: side.birthDate ?? '',
    phonenumber: side.phone ?? '',
    orgName: side.orgName,
    deleted: side.deleted,
  };
}

const headOf = (row: queries.PairRecord) => ({
  id: row.id,
  by: likenessesOf(row),
  state: row.state,
  stateName: contract.PAIR_STATES[row.state],
  reason: row.reason,
  decidedBy: row.decided_by,
  decidedAt: row.decided_at?.toISOString() ?? null,
});

/** Whether one of the two is whoever asks: others decide then. */
const isOwn = ({ session }: Ctx, { a, b }: { a: { id: string }; b: { id: string } }) =>
  session.memberId === a.id || session.memberId === b.id;

/** A page of pairs, the surest first, with when they were last looked for. */
export async function listPairs(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listPairs>,
): Promise<ReplyOf<typeof contract.listPairs>> {
  const place = chosenScope(ctx, input.orgId);
  const [found, scan] = await Promise.all([
    queries.pairsOf(
      ctx.db,
      ctx.scope,
      place,
      { state: input.state, by: input.by ?? null, memberId: null },
      { limit: input.pageSize, offset: (input.pageNum - 1) * input.pageSize },
    ),
    queries.lastScan(ctx.db, ctx.session.orgCode, SCAN_JOB),
  ]);
  const may = ctx.may('member:merge');
  const rows = await Promise.all(
    found.rows.map(async (row) => {
      const [a, b] = [sideOf(ctx, row.a), sideOf(ctx, row.b)];
      const both = a.visible && b.visible;
      return {
        ...headOf(row),
        a,
        b,
        ask: both ? '' : await queries.commonAbove(ctx.db, row.a.orgCode, row.b.orgCode),
        can: { compare: both, decide: both && may && !isOwn(ctx, row) && row.state !== 'merged' },
      };
    }),
  );
  return {
    rows,
    total: found.total,
    scannedAt: scan.at?.toISOString() ?? null,
    scanning: scan.running,
    can: { scan: may },
  };
}

/** Both records side by side, with what hangs on each; of a merged pair, what the merge did and whether it can be undone. */
export async function getPair(ctx: Ctx, id: string): Promise<contract.PairDetail> {
  const row = await pairOf(ctx, id);
  const [both, hangsA, hangsB, names, merge] = await Promise.all([
    merges.readBoth(ctx.db, ctx.scope, [row.a.id, row.b.id]),
    merges.countHanging(ctx.db, row.a.id),
    merges.countHanging(ctx.db, row.b.id),
    dictionaryNames(ctx.services),
    merges.standingMerge(ctx.db, id),
  ]);
  const [a, b] = [both.get(row.a.id), both.get(row.b.id)];
  if (!a || !b) throw notFound();
  const [personA, personB] = [personOf(a, ctx.vault), personOf(b, ctx.vault)];
  const fields: contract.ComparedField[] = PERSON_FIELDS.map((field) => ({
    field: field.wire,
    label: field.label,
    a: shownValue(personA, field, names),
    b: shownValue(personB, field, names),
    differs: personA[field.field] !== personB[field.field],
  }));
  const photo = (record: merges.LockedRecord) => (record.photo ? '有照片' : '');
  fields.push({ field: 'photo', label: '照片', a: photo(a), b: photo(b), differs: a.photo !== b.photo });
  const able = ctx.may('member:merge') && !isOwn(ctx, row);
  const obstacles = merge ? obstaclesOf(merge, both) : [];
  return {
    ...headOf(row),
    a: { ...sideOf(ctx, row.a), ...metaOf(a), hangs: hangsA },
    b: { ...sideOf(ctx, row.b), ...metaOf(b), hangs: hangsB },
    fields,
    keep: keepOf(a, b),
    merge: merge
      ? {
          id: merge.id,
          keptId: merge.kept_id,
          mergedBy: merge.merged_by,
          mergedAt: merge.merged_at.toISOString(),
          reason: merge.reason,
          moved: merges.countMoved(merge.moved),
          obstacles,
        }
      : null,
    can: {
      merge: able && row.state === 'open',
      decide: able && row.state !== 'merged',
      undo: able && merge !== undefined && obstacles.length === 0,
    },
  };
}

const metaOf = (row: merges.LockedRecord) => ({
  version: row.version,
  completeness: row.completeness,
  createName: row.created_by,
  createDate: row.created_at.toISOString(),
  updateName: row.updated_by,
  updateDate: row.updated_at.toISOString(),
});

/** The record to be kept: one that stands in the roll, then the fuller, then the older one. */
function keepOf(a: merges.LockedRecord, b: merges.LockedRecord): 'a' | 'b' {
  if ((a.deleted_at === null) !== (b.deleted_at === null)) return a.deleted_at === null ? 'a' : 'b';
  if (a.completeness !== b.completeness) return a.completeness > b.completeness ? 'a' : 'b';
  return a.created_at <= b.created_at ? 'a' : 'b';
}

/** Notes that two records are two people, or takes that back. */
export async function decidePair(ctx: Ctx, input: ParsedOf<typeof contract.decidePair>): Promise<null> {
  const row = await pairOf(ctx, input.id, true);
  if (row.state === 'merged') throw refuse('这两份信息已经合并，如需分开，请先撤销合并');
  if (row.state === (input.different ? 'different' : 'open')) {
    throw refuse(input.different ? '已认定不是同一人' : '这一对本来就在待处理中');
  }
  if (input.different && input.reason === '') throw badInput({ reason: '请输入理由' });
  const state = input.different ? 'different' : 'open';
  await queries.decide(ctx.db, row.id, {
    state,
    reason: input.different ? input.reason : '',
    by: ctx.session.accountName,
  });
  for (const side of [row.a, row.b]) {
    ctx.audit({
      type: 'member',
      id: side.id,
      name: side.name,
      orgCode: side.orgCode,
      reason: input.different ? `认定与另一份信息不是同一人：${input.reason}` : '收回“不是同一人”的认定',
    });
  }
  return null;
}

/** Queues a search through the session's organisation; refuses a second one at the same time. */
export async function startScan(ctx: Ctx): Promise<{ jobId: string }> {
  await queries.oneScanAtATime(ctx.db, ctx.session.orgCode);
  const { running } = await queries.lastScan(ctx.db, ctx.session.orgCode, SCAN_JOB);
  if (running) throw refuse('正在查找重复人员，请等它结束');
  const title = `查找重复人员：${ctx.session.orgName}`;
  const jobId = await enqueue(ctx, { kind: SCAN_JOB, title, right: 'member:merge', input: {} });
  ctx.audit({ type: 'job', id: jobId, name: title });
  return { jobId };
}

/**
 * Looks for pairs with at least one side in the job's organisation. Blind indexes are compared; the only id cards opened are
 * those of the first generation (15 digits), which stand under another index than the same number in 18.
 */
export async function runScan({ services, orgCode, progress }: RunningJob): Promise<JobResult> {
  return queries.Scan.run(services.db, workerScope(orgCode), async (scan) => {
    await progress(0, STEPS, '正在比对身份证号');
    await scan.byCard();
    for (let after = '0'; ; ) {
      const cards = await scan.oldCards(after, CARDS);
      const last = cards.at(-1);
      if (!last) break;
      await scan.byOldCard(
        cards.map(({ id, encrypted }) => ({
          id,
          index: idCardIndex(services.vault, normaliseIdCard(services.vault.decrypt(idCardPlace(id), encrypted))),
        })),
      );
      after = last.id;
    }
    await progress(1, STEPS, '正在比对姓名和出生日期');
    await scan.byName();
    await progress(2, STEPS, '正在比对手机号');
    const shared = await scan.byPhone();
    await progress(3, STEPS, '正在整理结果');
    const { open, fresh } = await scan.keep();
    const habit = shared > 0 ? `；另有${shared}个手机号由${queries.MOST_ALIKE}人以上共用，未列入` : '';
    return { message: `待处理${open}对，其中新发现${fresh}对${habit}`, result: { open, fresh, shared } };
  });
}
