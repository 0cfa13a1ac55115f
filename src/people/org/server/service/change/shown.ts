import type * as contract from '#people/org/contract.changes.ts';
import { CHANGE_ACTS, type ChangeAct } from '#people/org/rules.changes.ts';
import type { Ctx } from '#platform/server/context.ts';
import { changeInWords } from '#platform/server/log/auditFields.ts';
import { belongingOf } from '../../belongings.ts';
import * as queries from '../../queries/changes.ts';
import { peopleBelow } from '../../queries/changeTree.ts';
import type { Plan, Step } from './plan.ts';
import { changedNames } from './run.ts';

/** How many organisations and people a plan touches. */
export async function sizeOf(ctx: Ctx, { steps }: Plan) {
  const moves = movesOf(steps);
  const carried = await queries.pageOfCarried(ctx.db, moves, 1, 0);
  const below = await peopleBelow(
    ctx.db,
    moves.map(({ from }) => from),
  );
  const going = goingOf(steps).reduce((sum, { n }) => sum + n, 0);
  return { orgCount: plannedOrgs(steps, new Map()).length + carried.total, memberCount: below + going };
}

const goingOf = (steps: readonly Step[]) =>
  steps.flatMap((step) => (step.do === 'people' ? [{ from: step.from.name, to: step.to.name, n: step.n }] : []));

/** What goes along with the people, each with its words: 3个分组. */
const wordsOf = (subject: string, n: number) => {
  const kind = belongingOf(subject);
  return kind ? { what: kind.noun, amount: `${n}${kind.measure}` } : { what: '单位', amount: `${n}个` };
};

export const movedPlanned = (steps: readonly Step[]) => ({
  people: goingOf(steps),
  belongings: steps.flatMap((step) => {
    if (step.do !== 'units' && step.do !== 'belongings') return [];
    const subject = step.do === 'units' ? 'unit' : step.subject;
    return step.n === 0 ? [] : [{ ...wordsOf(subject, step.n), from: step.from.name, to: step.to.name }];
  }),
});

export async function movedWith(ctx: Ctx, id: string) {
  const went = await queries.wentRows(ctx.db, id);
  const names = await queries.orgNames(
    ctx.db,
    went.flatMap(({ fromId, toId }) => [fromId, toId]),
  );
  const place = (row: (typeof went)[number]) => ({ from: names.get(row.fromId) ?? '', to: names.get(row.toId) ?? '' });
  return {
    people: went.filter(({ subject }) => subject === 'member').map((row) => ({ ...place(row), n: row.n })),
    belongings: went
      .filter(({ subject }) => subject !== 'member')
      .map((row) => ({ ...wordsOf(row.subject, row.n), ...place(row) })),
  };
}

export const movesOf = (steps: readonly Step[]) =>
  steps.flatMap((step) => (step.do === 'place' ? [{ from: step.org.code, to: step.code }] : []));

/** What becomes of an organisation's fields beside its code, which stands in columns of its own. */
export const wordsOfChanges = (changes: Record<string, [unknown, unknown]>) =>
  Object.entries(changes)
    .filter(([field, [before]]) => field !== 'code' && field !== 'people' && before !== null)
    .map(([field, change]) => changeInWords('org', field, change))
    .map(({ field, before, after }) => ({ field, before, after }));

/** The present superiors of what steps move. */
export const superiorNames = (ctx: Ctx, steps: readonly Step[]) =>
  queries.orgNames(
    ctx.db,
    steps.flatMap((step) => (step.do === 'place' && step.org.parentId ? [step.org.parentId] : [])),
  );

/** The organisations that a plan itself changes; those that go along are not among them. */
export function plannedOrgs(steps: readonly Step[], names: ReadonlyMap<string, string>): contract.ChangeOrgRow[] {
  const row = (
    act: ChangeAct,
    org: { id: string; name: string },
    oldCode: string,
    newCode: string,
    n = 0,
    changes: Record<string, [unknown, unknown]> = {},
  ) => ({
    orgId: org.id || null,
    name: org.name,
    act,
    actName: CHANGE_ACTS[act],
    oldCode,
    newCode,
    memberCount: n,
    changes: wordsOfChanges(changes),
  });
  const found = new Map<string, contract.ChangeOrgRow>();
  const put = (one: contract.ChangeOrgRow) =>
    found.set(one.orgId ?? one.newCode, found.get(one.orgId ?? one.newCode) ?? one);
  const people = (id: string, code: string) =>
    steps.reduce((sum, step) => {
      if (step.do !== 'people') return sum;
      const here = [step.from, step.to].some((org) => (org.id || org.code) === (id || code));
      return here ? sum + step.n : sum;
    }, 0);
  for (const step of steps) {
    if (step.do === 'create') put(row('created', step.org, '', step.org.code, people('', step.org.code)));
    if (step.do === 'place') {
      const parentName: [unknown, unknown] = [names.get(step.org.parentId ?? '') ?? '', step.parent.name];
      put(row('moved', step.org, step.org.code, step.code, 0, { parentName }));
    }
    if (step.do === 'rename') {
      const { org, name, shortName, before } = step;
      const changes = changedNames(before, { name, shortName });
      put(row('renamed', org, org.code, org.code, 0, changes));
    }
    if (step.do === 'retype') put(row('retyped', step.org, step.org.code, step.org.code, people(step.org.id, '')));
    if (step.do === 'revoke') put(row('revoked', step.org, step.org.code, step.org.code, people(step.org.id, '')));
  }
  for (const step of steps) {
    if (step.do !== 'people') continue;
    for (const org of [step.from, step.to]) {
      if (!found.has(org.id || org.code)) put(row('kept', org, org.code, org.code, people(org.id, org.code)));
    }
  }
  return [...found.values()];
}
