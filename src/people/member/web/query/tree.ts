import { isGroup, needsValues, type QueryCondition, type QueryGroup } from '../../rules/query.ts';

/** Places of items from the root down; the root's is empty. */
export type Path = readonly number[];

export const EMPTY: QueryCondition = { field: 'personCategory', op: 'in', values: [] };
export const newGroup = (): QueryGroup => ({ join: 'or', items: [EMPTY] });

/** The group with the one at a path put in another's place. */
export function changed(group: QueryGroup, path: Path, next: (group: QueryGroup) => QueryGroup): QueryGroup {
  const [at, ...rest] = path;
  if (at === undefined) return next(group);
  return {
    ...group,
    items: group.items.map((item, index) => (index === at && isGroup(item) ? changed(item, rest, next) : item)),
  };
}

/** Another field or operator asks for other values: what cannot stay is dropped. */
export function withOp(condition: QueryCondition, op: string): QueryCondition {
  const sameShape = needsValues(op) && op !== 'month' && condition.op !== 'month';
  return { ...condition, op, values: sameShape ? condition.values : [] };
}
