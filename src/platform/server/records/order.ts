import type { RecordOrder, RecordType } from '#platform/records/records.ts';
import { badInput, conflict, notFound } from '../errors.ts';
import { type Binding, bind } from '../http/bind.ts';
import type { Rules } from './bind.ts';
import * as queries from './queries.ts';

/** Binds the call that orders the rows of a tab by hand. It is refused where the order has changed since the user saw it. */
export function bindOrder(sorts: readonly RecordType[], call: RecordOrder, rules: Rules): Binding {
  return bind(call, async (ctx, { ownerId, kind, from, ids }) => {
    const sort = sorts.find((one) => one.kind === kind);
    if (!sort) throw badInput({ kind: '请选择要排序的分表' });
    const of = await queries.lockOwner(ctx.db, ctx.scope, sort.owner, ownerId);
    if (!of) throw notFound(rules.missing);
    const stood = await queries.orderOf(ctx.db, sort, of.id);
    if (stood.join() !== from.join()) throw conflict(`${sort.label}刚被他人调整，请按新的顺序再排`);
    if (ids.length > 0 && ids.toSorted().join() !== stood.toSorted().join()) throw badInput({ ids: '顺序不正确' });
    await queries.writeOrder(ctx.db, sort, of.id, ids);
    const reason = `${sort.label}${movedWords(stood, ids)}`;
    ctx.audit({ type: sort.owner, id: of.id, name: of.name, orgCode: of.orgCode, reason });
    return null;
  });
}

/** What was done, by places alone: what the rows say stays out of it. */
function movedWords(before: readonly string[], after: readonly string[]): string {
  if (after.length === 0) return '恢复默认顺序';
  const first = after.findIndex((id, at) => before[at] !== id);
  const last = after.findLastIndex((id, at) => before[at] !== id);
  if (after[first] === before[last]) return `第${last + 1}条移到第${first + 1}条`;
  if (after[last] === before[first]) return `第${first + 1}条移到第${last + 1}条`;
  return '调整顺序';
}
