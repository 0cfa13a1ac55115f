import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../errors.ts';

/**
 * What a session may see: the organisations whose code lies in [from, to), and for a person without office only the own record. It
 * is made once per request and is the first argument of every query over organisation data.
 */
export interface Scope {
  readonly from: string;
  readonly to: string;
  /** Set for members, floating members and volunteers: only this person's rows. */
  readonly memberId: string | null;
  /** These organisations alone, none of those below them; for work of the house itself (`exactScope`). */
  readonly codes?: readonly string[];
}

/** The range of codes of a subtree: digits sort before ':', so no sibling or twin can fall into it. */
export function subtreeRange(code: string): { from: string; to: string } {
  return { from: code, to: `${code}:` };
}

/** The codes of an organisation and of all above it, the topmost first. */
export const lineOf = (code: string): string[] =>
  Array.from({ length: code.length / 4 }, (_, level) => code.slice(0, 4 * (level + 1)));

/** Scope of a party worker or administrator at the organisation with this code. */
export const workerScope = (code: string): Scope => ({ ...subtreeRange(code), memberId: null });

/** The scope of a person without office: only the own organisation and the own record. */
export const personScope = (code: string, memberId: string): Scope => ({ from: code, to: `${code}0`, memberId });

/** Some organisations of anywhere, each without those below it. */
export const exactScope = (codes: readonly string[]): Scope => ({ from: '', to: ':', memberId: null, codes });

/** The scope of jobs that work for the whole deployment. */
export const wholeScope: Scope = { from: '', to: ':', memberId: null };

/** Whether an organisation of this code lies within the scope. */
export const inScope = (scope: Scope, code: string) =>
  code >= scope.from && code < scope.to && (scope.codes?.includes(code) ?? true);

/** The overlap of a scope with the subtree of a chosen organisation; null where there is none. */
export function narrowScope(scope: Scope, code: string): Scope | null {
  if (!inScope(scope, code)) return null;
  const range = subtreeRange(code);
  const reachesFurther = range.to > scope.to;
  return { from: range.from, to: reachesFurther ? scope.to : range.to, memberId: scope.memberId };
}

interface Chooses {
  scope: Scope;
  chosenOrg: { id: string; code: string } | null;
}

/**
 * The scope below the organisation that a call asks for; without one, the session's own scope.
 * @param orgId the value of the contract's `chosenOrg` field
 * @param missing what is said of an organisation that lies elsewhere
 */
export function chosenScope(ctx: Chooses, orgId: unknown, missing = '组织不存在'): Scope {
  if (orgId && !ctx.chosenOrg) throw notFound(missing);
  const scope = ctx.chosenOrg ? narrowScope(ctx.scope, ctx.chosenOrg.code) : ctx.scope;
  if (!scope) throw notFound(missing);
  return scope;
}

/** The same with the organisation itself; without one, that of the session. */
export const chosenPlace = (ctx: Chooses & { session: { orgId: string } }, orgId: unknown) => ({
  scope: chosenScope(ctx, orgId),
  orgId: ctx.chosenOrg?.id ?? ctx.session.orgId,
});

/** `where(within(scope))` on a table or alias with a column `org_code` (or the one named). */
export function within(scope: Scope, column = 'org_code'): RawBuilder<boolean> {
  const ref = sql.ref(column);
  if (scope.codes) return sql<boolean>`(${ref} = any(${scope.codes}::text[]))`;
  return sql<boolean>`(${ref} >= ${scope.from} and ${ref} < ${scope.to})`;
}

/** The same for a table of people: a person without office meets only the own row. */
export function peopleWithin(scope: Scope, alias = 'member'): RawBuilder<boolean> {
  const range = within(scope, `${alias}.org_code`);
  return scope.memberId === null ? range : sql<boolean>`(${range} and ${sql.ref(`${alias}.id`)} = ${scope.memberId})`;
}

/**
 * The lengths that the common part of two organisation codes can have when only one of the two lies in the scope. A row with such a
 * length in its column `shared` (SQL function `code_shared`) crosses the border of the scope if one of its ends lies inside. The
 * scope must be a subtree.
 */
export const crossingLengths = ({ from }: Scope): number[] => [
  -1,
  ...Array.from({ length: from.length / 4 }, (_, level) => level * 4),
];

/** A condition on a row `m` of people: it is this one, in the scope where one is given. */
export const personIs = (id: string, scope: Scope | null = null): RawBuilder<boolean> =>
  scope === null ? sql<boolean>`m.id = ${id}` : sql<boolean>`m.id = ${id} and ${peopleWithin(scope, 'm')}`;

/** The same for several. */
export const personAmong = (ids: readonly string[], scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`m.id = any(${ids}::bigint[]) and ${peopleWithin(scope, 'm')}`;
