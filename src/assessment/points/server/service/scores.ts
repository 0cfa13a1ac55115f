import type * as contract from '#assessment/points/contract.ts';
import { OFFERED, SHEET_PEOPLE, type Sheet } from '#assessment/points/contract.ts';
import { APPEAL_DAYS, BASE, DIMENSIONS, firstOf, periodOf, ranksOf, scoreOf } from '#assessment/points/rules.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Db, todayOf } from '#platform/server/database/db.ts';
import { narrowScope, personIs, type Scope, wholeScope, workerScope } from '#platform/server/database/scope.ts';
import { badInput, notFound } from '#platform/server/errors.ts';
import { yearsOf } from '#platform/time/periods.ts';
import * as posting from '../queries/posting.ts';
import { pageOfRank } from '../queries/rank.ts';
import * as queries from '../queries/scores.ts';
import { paperItems, setName } from '../queries/sets.ts';
import { setFor } from './posting.ts';

const NO_ORG = '组织不存在，或不在管理范围内';
const NO_PERSON = '党员不存在，或不在管理范围内';
const NOBODY = '您的账号没有对应的党员信息';
const FIRST = 10;

/** The organisation asked for, or the session's own, with the scope below it. */
export function placeOf(ctx: Ctx, orgId: string | undefined): { id: string; code: string; scope: Scope } {
  if (orgId === undefined)
    return { id: ctx.session.orgId, code: ctx.session.orgCode, scope: workerScope(ctx.session.orgCode) };
  const org = ctx.chosenOrg;
  const scope = org && narrowScope(ctx.scope, org.code);
  if (!org || !scope) throw notFound(NO_ORG);
  return { id: org.id, code: org.code, scope };
}

/** The items of the set that holds for an organisation on a day, with its base; empty where none was published. */
export async function findRules(db: Db, orgCode: string, day: string) {
  const items = await posting.publishedItems(db);
  const setId = setFor(items, orgCode, day);
  const own = items.filter((item) => item.setId === setId);
  return { setId, items: own, base: own[0]?.base ?? BASE };
}

/** The day by whose rules a year is shown: today, or its last day once it is over. */
const dayOf = (year: number, today: string) => (year < Number(today.slice(0, 4)) ? `${year}-12-31` : today);

/** The rank of everybody below an organisation. */
export async function rank(
  ctx: Ctx,
  input: ParsedOf<typeof contract.memberRank>,
): Promise<ReplyOf<typeof contract.memberRank>> {
  const place = placeOf(ctx, input.orgId);
  const today = await todayOf(ctx.db);
  const year = input.year ?? Number(today.slice(0, 4));
  const rules = await findRules(ctx.db, place.code, dayOf(year, today));
  const offset = (input.pageNum - 1) * input.pageSize;
  const [page, org, set] = await Promise.all([
    pageOfRank(ctx.db, place.scope, year, rules.base, input.keyWords || null, input.pageSize, offset),
    queries.findOrgByCode(ctx.db, place.code),
    setName(ctx.db, rules.setId),
  ]);
  return {
    rows: page.rows.map(({ id, name, orgName, place: at, score, plus, minus, exempt, floating }) => ({
      id,
      name,
      orgName,
      place: at,
      score,
      plus,
      minus,
      exempt,
      floating,
    })),
    total: page.total,
    year,
    years: yearsOf(today),
    org: { id: place.id, code: place.code, name: org?.name ?? '' },
    setName: set,
    base: rules.base,
    mean: page.mean === null ? null : Math.round(Number(page.mean)),
    counted: page.counted,
    exempt: page.exempt,
  };
}

const lineOf = (row: queries.LineRecord, own: boolean) => ({
  id: row.id,
  memberId: row.memberId,
  memberName: row.memberName,
  day: row.day,
  month: row.month,
  late: row.late,
  dimension: row.dimension,
  itemName: row.itemName,
  title: row.title,
  link: own ? '' : row.link,
  raw: row.raw,
  given: row.given,
  why: row.why,
  gone: row.gone,
  madeAt: row.madeAt.toISOString(),
  can: { appeal: own && row.fresh && !row.appealed },
});

/** Lines of a scope, or of one person in it. */
export async function lines(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listLines>,
): Promise<ReplyOf<typeof contract.listLines>> {
  const place = placeOf(ctx, input.orgId);
  if (input.memberId && !(await queries.personOf(ctx.db, personIs(input.memberId, ctx.scope), 0)))
    throw notFound(NO_PERSON);
  const filter = {
    memberId: input.memberId ?? null,
    year: input.year ?? null,
    dimension: input.dimension ?? null,
    less: input.less ?? false,
  };
  const found = await queries.pageOfLines(
    ctx.db,
    place.scope,
    filter,
    APPEAL_DAYS,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return { rows: found.rows.map((row) => lineOf(row, false)), total: found.total };
}

/** A person's year: the sum, the place in the branch, each dimension beside the branch's mean. */
async function sheetOf(
  ctx: Ctx,
  where: Parameters<typeof queries.personOf>[1],
  wantedYear: number | undefined,
): Promise<Sheet> {
  const today = await todayOf(ctx.db);
  const year = wantedYear ?? Number(today.slice(0, 4));
  const person = await queries.personOf(ctx.db, where, year);
  if (!person) throw notFound(NO_PERSON);
  const rules = await findRules(ctx.db, person.orgCode, dayOf(year, today));
  const branch = workerScope(person.orgCode);
  const [page, sums, parts, used] = await Promise.all([
    pageOfRank(ctx.db, branch, year, rules.base, null, 1000, 0),
    queries.sumsOf(ctx.db, branch, year, rules.base),
    queries.dimensionsOf(ctx.db, branch, year, `${year}-01`, `${year}-12`),
    queries.usedOf(ctx.db, person.id, year),
  ]);
  const people = page.rows.filter(({ exempt }) => exempt === '').length || 1;
  const sum = (name: string, of: (memberId: string) => boolean) =>
    parts.reduce((all, one) => (one.dimension === name && of(one.memberId) ? all + one.given : all), 0);
  return {
    memberId: person.id,
    name: person.name,
    orgName: person.orgName,
    year,
    years: yearsOf(today),
    counted: rules.setId !== null && person.scored,
    base: rules.base,
    plus: person.plus,
    minus: person.minus,
    score: scoreOf(rules.base, person.plus, person.minus),
    place: page.rows.find(({ id }) => id === person.id)?.place ?? null,
    of: sums?.counted ?? 0,
    mean: sums?.mean ? Math.round(Number(sums.mean)) : 0,
    exempt: person.exempt,
    dimensions: DIMENSIONS.map((name) => ({
      name,
      own: sum(name, (memberId) => memberId === person.id),
      mean: Math.round(sum(name, () => true) / people),
    })),
    first: firstOf(page.rows, person.id, FIRST).map(({ id, name, place, score }) => ({
      place: place ?? 0,
      name,
      score,
      own: id === person.id,
    })),
    open: rules.items
      .filter((item) => !item.minus)
      .map((item) => ({
        name: item.name,
        dimension: item.dimension,
        value: item.value,
        left: item.capYear === null ? null : Math.max(0, item.capYear - (used.get(item.code) ?? 0)),
      }))
      .filter(({ left }) => left === null || left > 0),
  };
}

export const person = (ctx: Ctx, input: ParsedOf<typeof contract.personPoints>) =>
  sheetOf(ctx, personIs(input.memberId, ctx.scope), input.year);

/** The session's person, whatever its role. */
export function ownMemberId(ctx: Ctx): string {
  const { memberId } = ctx.session;
  if (memberId === null) throw notFound(NOBODY);
  return memberId;
}

export const own = (ctx: Ctx, input: ParsedOf<typeof contract.ownPoints>) =>
  sheetOf(ctx, personIs(ownMemberId(ctx)), input.year);

export async function ownLines(
  ctx: Ctx,
  input: ParsedOf<typeof contract.ownLines>,
): Promise<ReplyOf<typeof contract.ownLines>> {
  const filter = { memberId: ownMemberId(ctx), year: input.year ?? null, dimension: null, less: false };
  const found = await queries.pageOfLines(
    ctx.db,
    wholeScope,
    filter,
    APPEAL_DAYS,
    input.pageSize,
    (input.pageNum - 1) * input.pageSize,
  );
  return { rows: found.rows.map((row) => lineOf(row, true)), total: found.total };
}

/** What the form of an entry by hand offers. */
export async function handItems(
  ctx: Ctx,
  input: ParsedOf<typeof contract.handItems>,
): Promise<ReplyOf<typeof contract.handItems>> {
  const place = placeOf(ctx, input.orgId);
  const today = await todayOf(ctx.db);
  const [{ items }, people, withPaper] = await Promise.all([
    findRules(ctx.db, place.code, today),
    queries.peopleOf(ctx.db, place.scope, Number(today.slice(0, 4)), OFFERED),
    paperItems(ctx.db),
  ]);
  return {
    items: items
      .filter(({ source }) => source === '')
      .map(({ id, code, name, dimension, minus, value }) => ({
        code,
        name,
        dimension,
        minus,
        value,
        paper: withPaper.has(id),
      })),
    people: people
      .filter(({ id }) => id !== ctx.session.memberId)
      .map(({ id, name, orgName }) => ({ id, name, orgName })),
  };
}

/** The 亮分 sheet of an organisation: by dimension within the period, and the year's score up to its end. */
export async function scoreSheet(
  ctx: Ctx,
  input: ParsedOf<typeof contract.scoreSheet>,
  place = placeOf(ctx, input.orgId),
): Promise<ReplyOf<typeof contract.scoreSheet>> {
  const span = periodOf(input.period);
  if (!span) throw badInput({ period: '期间不正确' });
  const today = await todayOf(ctx.db);
  const year = Number(span.first.slice(0, 4));
  const people = await queries.peopleOf(ctx.db, place.scope, year, SHEET_PEOPLE);
  const [rules, parts, until, org] = await Promise.all([
    findRules(ctx.db, place.code, dayOf(year, today)),
    queries.dimensionsOf(ctx.db, place.scope, year, span.first, span.last),
    queries.dimensionsOf(ctx.db, place.scope, year, `${year}-01`, span.last),
    queries.findOrgByCode(ctx.db, place.code),
  ]);
  const byPerson = Map.groupBy(parts, ({ memberId }) => memberId);
  const whole = Map.groupBy(until, ({ memberId }) => memberId);
  const sum = (list: readonly { given: number }[] | undefined) =>
    (list ?? []).reduce((all, { given }) => all + given, 0);
  const scores = people.map(({ id }) => Math.max(0, rules.base + sum(whole.get(id))));
  const counted = people.flatMap(({ exempt: why }, at) => (why === '' ? [scores[at] ?? 0] : []));
  const placed = ranksOf(counted);
  let next = 0;
  return {
    orgName: org?.name ?? '',
    label: span.label,
    people: people
      .map((one, at) => ({
        id: one.id,
        name: one.name,
        orgName: one.orgName,
        exempt: one.exempt,
        parts: DIMENSIONS.map((name) => sum(byPerson.get(one.id)?.filter(({ dimension }) => dimension === name))),
        sum: sum(byPerson.get(one.id)),
        score: scores[at] ?? 0,
        place: one.exempt === '' ? (placed[next++] ?? null) : null,
      }))
      .sort((a, b) => (a.place ?? 1e9) - (b.place ?? 1e9)),
  };
}
