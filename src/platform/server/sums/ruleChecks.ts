import { type RawBuilder, sql } from 'kysely';
import { Ctx, type Services } from '../context.ts';
import type { Db } from '../database/db.ts';
import { inScope, type Scope } from '../database/scope.ts';
import type { RuleCheck, RuleChecks } from '../module.ts';

/** The rules of all modules that the session has the right to read. */
export const rulesFor = (ctx: Ctx): RuleChecks[] =>
  ctx.services.modules.flatMap(({ ruleChecks = [] }) => ruleChecks).filter(({ right }) => ctx.may(right));

/** The rules of a group with their parts. */
export const withParts = ({ checks, parts = [] }: RuleChecks): RuleCheck[] => [...checks, ...parts];

/** Every rule of the house and its parts, with their clauses, whether or not the session may read their rows. */
export const allChecks = ({ services }: Pick<Ctx, 'services'>): RuleCheck[] =>
  services.modules.flatMap(({ ruleChecks = [] }) => ruleChecks).flatMap(withParts);

/** The group of rules that contains a rule or a part of one; undefined where there is none, or the session may not read it. */
export const findRulesOfCheck = (ctx: Ctx, code: string): RuleChecks | undefined =>
  rulesFor(ctx).find((rules) => withParts(rules).some((check) => check.code === code));

/** Longer than any code of an organisation. */
const WHOLE = 1_000;

/** How much of a code names its place among some organisations: their length; the whole where they have several. */
export const placeLength = (codes: readonly string[]): number => {
  const length = codes[0]?.length ?? 0;
  return codes.every((code) => code.length === length) ? length : WHOLE;
};

/** SQL for the part of a code that names one of the given organisations; where their codes differ in length, the whole code. */
export const placeColumn = (codes: readonly string[], column: string) =>
  sql<string>`left(${sql.ref(column)}, ${placeLength(codes)}::int)`;

/** Rows of `place, code, n` as `countBelow` answers them. */
export function groupByPlace(
  rows: readonly { place: string; code: string; n: number }[],
): Map<string, Record<string, number>> {
  const countsByPlace = new Map<string, Record<string, number>>();
  for (const { place, code, n } of rows) {
    const own = countsByPlace.get(place) ?? {};
    countsByPlace.set(place, own);
    own[code] = n;
  }
  return countsByPlace;
}

/**
 * For one check, the number of rows below each of some organisations, in the form of `countBelow`.
 * @param column of the rows' organisation code
 * @param from the tables and conditions after the word `from`
 */
export async function countAmong(
  ctx: Ctx,
  codes: readonly string[],
  code: string,
  column: string,
  from: RawBuilder<unknown>,
): Promise<Map<string, Record<string, number>>> {
  const { rows } = await sql<{ place: string; code: string; n: number }>`
    select ${placeColumn(codes, column)} as place, ${code} as code, count(*)::int as n from ${from} group by 1`.execute(
    ctx.db,
  );
  return groupByPlace(rows);
}

/**
 * The same session, but at an organisation of its scope: checks count there what its workers see.
 * @param db where it reads; by default the request's own
 * @throws Error where the organisation is outside, which is a fault of the program
 */
export function contextAt(ctx: Ctx, org: { id: string; code: string; name: string }, db: Db = ctx.db): Ctx {
  if (!inScope(ctx.scope, org.code)) throw new Error('an organisation outside the scope');
  const { services, session, request, response } = ctx;
  const there = { ...session, orgId: org.id, orgCode: org.code, orgName: org.name };
  return new Ctx({ db, services, session: there, request, response });
}

/**
 * A context for work that runs without a signed-in account: it stands at an organisation and reads everything there and below.
 * @param scope what it reads, if not the organisation with all below it
 */
export function houseContext(
  services: Services,
  db: Db,
  org: { id: string; code: string; name: string },
  scope?: Scope,
): Ctx {
  const rights = new Set(services.modules.flatMap(({ ruleChecks = [] }) => ruleChecks).map(({ right }) => right));
  const session = {
    accountId: '0',
    accountName: '',
    memberId: null,
    roleId: 0,
    roleName: '',
    base: 'subtree' as const,
    grantId: '0',
    orgId: org.id,
    orgCode: org.code,
    orgName: org.name,
    orgType: 0,
    mustChangePassword: false,
    mustEnrol: false,
    rights,
  };
  return new Ctx({ db, services, session, jobId: 'house', ...(scope && { scope }) });
}
