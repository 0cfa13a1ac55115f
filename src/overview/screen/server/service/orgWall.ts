import type { orgWall, WallFigure } from '#overview/screen/contract.wall.ts';
import { sharePercent } from '#overview/screen/rules.wall.ts';
import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import { AGE_BANDS, EDUCATION_BANDS } from '#people/member/rules/facts.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import { list as hours } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { type Counts, readCounters } from '#platform/server/sums/counters.ts';
import { overview } from '#procedures/recruitment/server/service/read.ts';
import { balance } from '#procedures/transfer/server/service/balance.ts';
import { organisations as paired, members as reported } from '#service/dualReport/server/service/coverage.ts';
import { orgsBelow } from '../queries/place.ts';
import { duesOf, dutyLines, newsOf } from './panels.ts';
import { contextAtOrg, ifPermitted } from './place.ts';

/** Organisations of the next level that a wall has room for. */
const MOST_BELOW = 60;
const NEWS = 8;

const sum = (values: Readonly<Record<string, number>> = {}) => Object.values(values).reduce((all, n) => all + n, 0);
const partyOf = ({ category = {} }: Counts = {}) => (category[1] ?? 0) + (category[2] ?? 0);

/** The organisations right below with their members and organisations, by kept counts. */
async function belowOf(there: Ctx, orgId: string) {
  const below = await orgsBelow(there.db, there.scope, orgId, MOST_BELOW);
  const counts = await readCounters(
    there.db,
    below.map(({ code }) => code),
    ['category', 'org'],
  );
  return below.map((org) => ({ ...org, members: partyOf(counts.get(org.code)), orgs: sum(counts.get(org.code)?.org) }));
}

/** Six numbers; what the session may not see is left out. */
async function figuresOf(there: Ctx, counts: Counts): Promise<WallFigure[]> {
  const { org = {}, floating = {} } = counts;
  const branches = BRANCH_TYPES.reduce((all, type) => all + (org[type] ?? 0), 0);
  const [people, orgs, learnt] = await Promise.all([
    ifPermitted(there, 'sbd:read', () => reported(there, {})),
    ifPermitted(there, 'sbd:read', () => paired(there, {})),
    ifPermitted(there, 'hours:read', () => hours(there, { pageNum: 1, pageSize: 1 })),
  ]);
  const one = (label: string, unit: string, value: number, href: string): WallFigure => ({
    label,
    unit,
    value,
    of: null,
    href,
  });
  return [
    one('基层党组织', '个', sum(org), '/affairs/organization'),
    one('其中党支部', '个', branches, '/affairs/organization'),
    one('流动党员', '名', floating['1'] ?? 0, '/affairs/member?view=floating'),
    ...(people ? [one('双报到党员', '名', people.total.reported, '/service/reportList')] : []),
    ...(orgs ? [one('报到组织', '个', orgs.total.reported, '/service/adminOrg')] : []),
    ...(learnt ? [one('学时达标', '%', sharePercent(learnt.met, learnt.people), '/education/hours')] : []),
  ];
}

/** Everything that the wall of an organisation shows, in one answer. */
export async function orgWallOf(ctx: Ctx, input: ParsedOf<typeof orgWall>): Promise<ReplyOf<typeof orgWall>> {
  const { org, there } = await contextAtOrg(ctx, input);
  const now = new Date();
  const today = await todayOf(there.db);
  const facts = ['category', 'gender', 'age', 'education', 'org', 'floating', 'joined'];
  const [found, below, recruits, flow, duty, dues, news] = await Promise.all([
    readCounters(there.db, [org.code], facts),
    belowOf(there, org.id),
    ifPermitted(there, 'recruit:read', () => overview(there, {})),
    ifPermitted(there, 'relation:read', () => balance(there, { from: null, to: null })),
    ifPermitted(there, 'event:read', () => dutyLines(there, org.id, today)),
    ifPermitted(there, 'dues:read', () => duesOf(there)),
    ifPermitted(there, 'event:read', () => newsOf(there, today, now, NEWS)),
  ]);
  const counts = found.get(org.code) ?? {};
  const { category = {}, gender = {}, age = {}, education = {}, joined = {} } = counts;
  const lineOf = (no: number) => flow?.lines.find((line) => line.no === no)?.n;
  const [before, after] = [lineOf(1), lineOf(14)];
  const birthdays = joined[today.slice(5, 7)] ?? 0;
  return {
    asOf: now.toISOString(),
    today,
    org: { id: org.id, code: org.code, name: org.name, above: org.above },
    members: {
      total: partyOf(counts),
      formal: category[1] ?? 0,
      probationary: category[2] ?? 0,
      men: gender[1] ?? 0,
      women: gender[2] ?? 0,
      net: before === undefined || after === undefined ? null : after - before,
    },
    standing: sum(gender),
    age: AGE_BANDS.map(({ value, label }) => ({ label, value: age[value] ?? 0 })),
    education: EDUCATION_BANDS.map(({ value, label }) => ({ label, value: education[value] ?? 0 })),
    figures: await figuresOf(there, counts),
    below,
    hasOutlines: ctx.services.config.demo,
    funnel: ([5, 4, 3, 2] as const).map((stage) => ({ label: PERSON_CATEGORIES[stage], value: category[stage] ?? 0 })),
    accepted: recruits?.accepted.total ?? null,
    duty,
    dues,
    news,
    ticker: [
      `本月${birthdays.toLocaleString('en-US')}名党员迎来政治生日`,
      ...(recruits ? [`今年已接收预备党员${recruits.accepted.total.toLocaleString('en-US')}名`] : []),
      ...(dues && dues.due > 0 ? [`本月党费已收${sharePercent(dues.paid, dues.due)}%`] : []),
    ],
  };
}
