import { type DictNames, dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type * as contract from '#people/org/contract.timeline.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import { changeInWords } from '#platform/server/log/auditFields.ts';
import { placeOf } from '../queries/orgs.ts';
import * as queries from '../queries/timeline.ts';
import { type LockedOrg, lockOrg } from '../queries/writes.ts';
import { editOrg, fieldsOf } from './write.ts';

const MISSING = '组织不存在';

/** What happened to an organisation, the newest first. */
export async function readTimeline(
  ctx: Ctx,
  { orgId, part, pageNum, pageSize }: ParsedOf<typeof contract.orgTimeline>,
): Promise<ReplyOf<typeof contract.orgTimeline>> {
  if (!(await placeOf(ctx.db, ctx.scope, orgId))) throw notFound(MISSING);
  const [found, names] = await Promise.all([
    queries.timelineOf(ctx.db, orgId, part ?? null, pageSize, (pageNum - 1) * pageSize),
    dictionaryNames(ctx.services),
  ]);
  const may = ctx.may('org:write');
  return {
    total: found.total,
    rows: found.rows.map((row) => ({
      id: row.id,
      part: row.part,
      at: row.day ?? new Date(row.at).toISOString(),
      ...wordsOf(row, names),
      who: row.who,
      reason: row.reason,
      changes: wordsOfChanges(row.changes ?? {}),
      version: may ? row.version : null,
    })),
  };
}

/** An event in words; an act bears its own name. */
function wordsOf(row: queries.TimelineRow, names: DictNames): { title: string; detail: string } {
  const text = (name: string) => String(row.facts[name] ?? '');
  switch (row.kind) {
    case 'founded':
      return { title: '成立', detail: '' };
    case 'term': {
      const until = text('expiresOn') && `任期至${text('expiresOn')}`;
      const led = text('secretary') && `书记${text('secretary')}`;
      const size = Number(row.facts.size) > 0 ? `班子${text('size')}人` : '';
      return {
        title: `第${text('number')}届班子产生`,
        detail: [text('method'), led, size, until].filter(Boolean).join('，'),
      };
    }
    case 'reward':
      return {
        title: `${names.name('0080', text('type'))}：${names.name('0081', text('name'))}`,
        detail: [text('approvedBy'), text('documentNo')].filter(Boolean).join('，'),
      };
    case 'access':
      return {
        title: `${text('year')}年度考核：${names.name('0082', text('result'))}`,
        detail: text('assessedBy'),
      };
    case 'act':
      return { title: row.title, detail: '' };
  }
}

const wordsOfChanges = (changes: Readonly<Record<string, [unknown, unknown]>>) =>
  Object.entries(changes).map(([field, change]) => {
    const { field: label, before, after } = changeInWords('org', field, change);
    return { field, label, before, after };
  });

/** What would change if an organisation went back to a version, and why it may not. */
export async function readEarlier(
  ctx: Ctx,
  { orgId, to }: ParsedOf<typeof contract.earlierOrg>,
): Promise<ReplyOf<typeof contract.earlierOrg>> {
  const { now, changes } = await earlier(ctx, orgId, to);
  return { version: now.version, changes: wordsOfChanges(changes), refusal: await refusal(ctx, orgId, to, changes) };
}

/** Takes an organisation's own fields back to a version: an edit like any other, by the same rules, with its reason. */
export async function restoreVersion(
  ctx: Ctx,
  { orgId, to, version, reason }: ParsedOf<typeof contract.goBackOrg>,
): Promise<ReplyOf<typeof contract.goBackOrg>> {
  const { then, changes } = await earlier(ctx, orgId, to);
  const why = await refusal(ctx, orgId, to, changes);
  if (why) throw refuse(why);
  const fields = Object.fromEntries(Object.entries(then).filter(([name]) => name in changes));
  return editOrg(ctx, { id: orgId, version, ...fields }, reason);
}

type Fields = ReturnType<typeof fieldsOf>;

async function earlier(
  ctx: Ctx,
  orgId: string,
  to: number,
): Promise<{ now: LockedOrg; then: Fields; changes: Record<string, [unknown, unknown]> }> {
  const now = await lockOrg(ctx.db, ctx.scope, orgId);
  if (!now) throw notFound(MISSING);
  const then = await queries.fieldsInVersion(ctx.db, orgId, to);
  if (!then) throw refuse('没有保存这个版本的内容，不能回到');
  return { now, then, changes: diff<Record<string, unknown>>({ ...fieldsOf(now) }, { ...then }) };
}

/** Why the changes cannot be made; the empty text where they can. What a document changed, its reversal alone takes back. */
async function refusal(
  ctx: Ctx,
  orgId: string,
  to: number,
  changes: Record<string, [unknown, unknown]>,
): Promise<string> {
  const fields = Object.keys(changes);
  if (fields.length === 0) return '各项内容与现在相同';
  const [written] = await queries.writtenByDocuments(ctx.db, orgId, to, fields);
  if (!written) return '';
  const { field: label } = changeInWords('org', written.field, [null, null]);
  return `${label}在此之后由组织变更文件（${written.number}）改过，请办理或撤回组织变更`;
}
