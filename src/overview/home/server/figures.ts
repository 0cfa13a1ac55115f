import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import type { homeMembers, homeOrgs, homeRelation, homeUnits } from '#overview/home/contract.ts';
import { type MonthFact, monthEndsOf } from '#overview/report/server/index.ts';
import { GENDERS, PERSON_CATEGORIES } from '#people/member/contract.ts';
import { AGE_BANDS, EDUCATION_BANDS } from '#people/member/rules/facts.ts';
import { completeRate } from '#people/member/rules.ts';
import { ORG_TYPES } from '#people/org/contract.ts';
import type { ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { type Counts, readCounters } from '#platform/server/sums/counters.ts';
import { getHome as relationDesk } from '#procedures/transfer/server/service/read.ts';
import { floatingByChild } from './queries.ts';

type Figures = ReplyOf<typeof homeOrgs>;
type Share = Figures['charts'][string][number];

type MonthEnds = NonNullable<Figures['figures'][number]['months']>;

/** The stages of which month ends are kept. */
const STAGE_FACTS: Readonly<Record<number, MonthFact>> = { 2: 'probationary', 3: 'targets', 4: 'activists' };

const MEMBERS = '/affairs/member';
/** The members whom the charts show: those in good standing. */
const STANDING = `${MEMBERS}?pmType=1,2&membershipStatus=1`;
const ORGS = '/affairs/organization';
const UNITS = '/affairs/company';

const sum = (values: Readonly<Record<string, number>> = {}) => Object.values(values).reduce((total, n) => total + n, 0);

async function counted(ctx: Ctx, facts: readonly string[]): Promise<Counts> {
  const { orgCode } = ctx.session;
  return (await readCounters(ctx.db, [orgCode], facts)).get(orgCode) ?? {};
}

const answer = (figures: Figures['figures'], charts: Figures['charts']): Figures => ({
  asOf: new Date().toISOString(),
  figures,
  charts,
});

/** A chart's shares in the order of the labels, each opening its list. */
function shares(
  counts: Readonly<Record<string, number>> = {},
  labels: [key: string, label: string, query: string][],
  /** Members in all: whoever is in none of the shares has the field empty; `query` finds them, null: no list does. */
  rest: { of: number; query: string | null },
): Share[] {
  const shown = labels.map(([key, label, query]) => ({
    key,
    label,
    value: counts[key] ?? 0,
    href: `${STANDING}&${query}`,
  }));
  const empty = rest.of - shown.reduce((total, { value }) => total + value, 0);
  if (empty <= 0) return shown;
  return [...shown, { key: 'none', label: '未填', value: empty, href: rest.query && `${STANDING}&${rest.query}` }];
}

/** Month ends beside a number. */
const MONTHS = 12;

/** Numbers at the month ends before, of the organisation at the top of the scope. */
async function monthEnds(ctx: Ctx): Promise<(fact: MonthFact) => MonthEnds> {
  const rows = await monthEndsOf(ctx.db, ctx.session.orgCode, MONTHS);
  const byFact = Map.groupBy(rows, ({ fact }) => fact);
  return (fact) => (byFact.get(fact) ?? []).map(({ day, n }) => ({ day, value: n }));
}

/** From which stage who comes into a stage comes, and how many do. */
const FUNNEL: Readonly<Record<number, { before: MonthFact; came: MonthFact }>> = {
  4: { before: 'applicants', came: 'toActivists' },
  3: { before: 'activists', came: 'toTargets' },
  2: { before: 'targets', came: 'toProbationary' },
  1: { before: 'probationary', came: 'toMembers' },
};

/** Of those who came on into a stage within the kept months and who still wait before it, how many came, in percent. */
function conversion(stage: number, months: (fact: MonthFact) => MonthEnds): { rate?: number } {
  const of = FUNNEL[stage];
  if (!of) return {};
  const came = months(of.came).reduce((total, { value }) => total + value, 0);
  const waiting = months(of.before).at(-1)?.value ?? 0;
  return came + waiting === 0 ? {} : { rate: Math.round((came * 100) / (came + waiting)) };
}

/** 信息完整率 at month ends: where both its numbers are known. */
const completeAt = (members: MonthEnds, incomplete: MonthEnds): MonthEnds =>
  incomplete.flatMap(({ day, value }) => {
    const all = members.find((end) => end.day === day);
    return all ? [{ day, value: completeRate(all.value, value) }] : [];
  });

/** Organisations of the subtree in all and by type. */
export async function orgFigures(ctx: Ctx): Promise<ReplyOf<typeof homeOrgs>> {
  const [{ org = {} }, months] = await Promise.all([counted(ctx, ['org']), monthEnds(ctx)]);
  const types = Object.entries(ORG_TYPES)
    .map(([key, label]) => ({ key, label, value: org[key] ?? 0, href: `${ORGS}?type=${key}` }))
    .filter(({ value }) => value > 0);
  return answer(
    [
      { key: 'orgs', label: '党组织', value: sum(org), unit: '个', href: ORGS, months: months('orgs') },
      ...types.map((type) => ({ ...type, unit: '个' })),
    ],
    { type: types },
  );
}

/** People of the subtree by stage, and what the party members are like. */
export async function memberFigures(ctx: Ctx): Promise<ReplyOf<typeof homeMembers>> {
  const facts = ['category', 'gender', 'nation', 'age', 'education', 'occupation', 'floating', 'incomplete'];
  const [{ category = {}, gender, nation, age, education, occupation, floating, incomplete }, months] =
    await Promise.all([counted(ctx, facts), monthEnds(ctx)]);
  const occupations = (await dictionaryNames(ctx.services)).entries('0008');
  const members = (category[1] ?? 0) + (category[2] ?? 0);
  const standing = sum(gender);
  const unfilled = (query: string | null) => ({ of: standing, query });
  const stage = (key: 1 | 2 | 3 | 4 | 5) => ({
    key: String(key),
    label: PERSON_CATEGORIES[key],
    value: category[key] ?? 0,
    href: `${MEMBERS}?pmType=${key}`,
  });
  const ofStage = (key: number) => {
    const fact = STAGE_FACTS[key];
    return fact ? { months: months(fact) } : {};
  };
  return answer(
    [
      {
        key: 'members',
        label: '党员',
        value: members,
        unit: '人',
        href: `${MEMBERS}?view=members`,
        months: months('members'),
      },
      { key: 'standing', label: '党籍正常的党员', value: standing, unit: '人', href: STANDING },
      ...([1, 2, 3, 4, 5] as const).map((key) => ({ ...stage(key), unit: '人', ...ofStage(key) })),
      {
        key: 'floating',
        label: '流动党员',
        value: floating?.['1'] ?? 0,
        unit: '人',
        href: `${MEMBERS}?view=floating`,
        months: months('floating'),
      },
      {
        key: 'complete',
        label: '信息完整率',
        value: completeRate(standing, incomplete?.['1'] ?? 0),
        unit: '%',
        href: `${MEMBERS}?view=incomplete`,
        months: completeAt(months('members'), months('incomplete')),
      },
    ],
    {
      category: ([5, 4, 3, 2, 1] as const).map((key) => ({ ...stage(key), ...conversion(key, months) })),
      gender: shares(
        gender,
        (['1', '2'] as const).map((key) => [key, GENDERS[key], `gender=${key}`]),
        unfilled(null),
      ),
      nation: shares(
        nation,
        [
          ['han', '汉族', 'nation=01'],
          ['minority', '少数民族', 'nation=minority'],
        ],
        unfilled(null),
      ),
      age: shares(
        age,
        AGE_BANDS.map(({ value, label, from, to }) => [value, label, ageQuery(from, to)]),
        unfilled(null),
      ),
      education: shares(
        education,
        EDUCATION_BANDS.map(({ value, label }) => [value, label, `education=${value}`]),
        unfilled('education=none'),
      ),
      occupation: shares(
        occupation,
        occupations.map(({ value, name }) => [value, name, `occupation=${value}`]),
        unfilled('occupation=0'),
      ),
    },
  );
}

const OLDEST = 150;
const ageQuery = (from: number, to: number) =>
  [from > 0 ? `ageFrom=${from}` : '', to < OLDEST ? `ageTo=${to}` : ''].filter(Boolean).join('&');

/** Floating members of the subtree, and where below the organisation they belong. */
export async function relationFigures(ctx: Ctx): Promise<ReplyOf<typeof homeRelation>> {
  const [{ floating }, below] = await Promise.all([counted(ctx, ['floating']), floatingByChild(ctx.db, ctx.scope)]);
  const list = `${MEMBERS}?view=floating`;
  const desk = ctx.may('relation:read') ? await relationDesk(ctx) : null;
  const transfers = desk
    ? (
        [
          ['todo', '转接待办', '/affairs/relation'],
          ['open', '转接未办结', '/affairs/relation?view=open'],
          ['soon', '转接即将到期', '/affairs/relation?view=soon'],
          ['overdue', '转接超期', null],
        ] as const
      ).map(([key, label, href]) => ({ key, label, value: desk[key], unit: '件', href }))
    : [];
  return answer(
    [{ key: 'floating', label: '流动党员', value: floating?.['1'] ?? 0, unit: '人', href: list }, ...transfers],
    {
      floating: below.map(({ id, name, n }) => ({ key: id, label: name, value: n, href: `${list}&orgId=${id}` })),
    },
  );
}

/** Units of the subtree by nature. */
export async function unitFigures(ctx: Ctx): Promise<ReplyOf<typeof homeUnits>> {
  const { unit = {} } = await counted(ctx, ['unit']);
  const natures = (await dictionaryNames(ctx.services))
    .entries('0011')
    .map(({ value, name }) => ({ key: value, label: name, value: unit[value] ?? 0, href: `${UNITS}?nature=${value}` }));
  return answer([{ key: 'units', label: '单位', value: sum(unit), unit: '个', href: UNITS }], {
    nature: natures.filter(({ value }) => value > 0),
  });
}
