import { rank } from '#assessment/points/server/service/scores.ts';
import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { yearAt } from '#life/orgLife/server/service/duty.ts';
import { list as meetings } from '#life/orgLife/server/service/meeting.ts';
import type { BranchWallData, branchWall, WallFigure } from '#overview/screen/contract.wall.ts';
import { compareByStrokes, daysBetween, monthsOf, shownName, surnameOf } from '#overview/screen/rules.wall.ts';
import { listMembers } from '#people/member/server/service/list.ts';
import { readTerm, readTerms } from '#people/org/server/service/office.ts';
import { readRewards } from '#people/org/server/service/records.ts';
import { list as hours } from '#people/studyHours/server/service/hours.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import { readCounters } from '#platform/server/sums/counters.ts';
import { listBills } from '#procedures/dues/server/service/bills.ts';
import { members as reported } from '#service/dualReport/server/service/coverage.ts';
import { DUTIES, newsOf } from './panels.ts';
import { contextAtOrg, ifPermitted } from './place.ts';

/** Medallions that a wall has room for: six rows of thirteen; a branch has hardly more than fifty people. */
const MOST_PEOPLE = 78;
const RANKED = 8;
const HONOURS = 4;
/** 奖励 of dictionary 0080; what was a punishment stands on no wall. */
const REWARD = '1';

/** The current term with its leading members. */
async function termOf(there: Ctx) {
  const { rows } = await readTerms(there, { pageNum: 1, pageSize: 20, searchRange: 'all', name: '', phase: undefined });
  const current = rows.find(({ isCurrent, orgId }) => isCurrent && orgId === there.session.orgId);
  if (!current) return null;
  const { posts, electedOn, nextElectionOn } = await readTerm(there, { id: current.id });
  return { until: nextElectionOn, electedOn, posts };
}
type Term = Awaited<ReturnType<typeof termOf>>;

/** The people of the branch as medallions: posts first in what is said of them, then what is provisional, then this month's anniversary. */
async function wallOf(there: Ctx, term: Term, today: string): Promise<BranchWallData['wall']> {
  const { rows } = await listMembers(there, {
    pageNum: 1,
    pageSize: MOST_PEOPLE,
    searchRange: 'all',
    sort: 'tree',
    order: 'asc',
    pmType: '1,2',
  });
  const posts = new Map((term?.posts ?? []).map(({ memberId, post }) => [memberId, post]));
  return rows
    .sort((a, b) => compareByStrokes(a.name, b.name))
    .map((row) => {
      const post = posts.get(row.id);
      const surname = surnameOf(row.name);
      if (post !== undefined) return { id: row.id, surname, mark: post, kind: 'post' as const };
      if (row.personCategory === 2) return { id: row.id, surname, mark: '预备党员', kind: 'probationary' as const };
      const isBirthday = row.admissionDate?.slice(5, 7) === today.slice(5, 7);
      const mark = row.partyAge === null ? '' : `${row.partyAge}年`;
      return { id: row.id, surname, mark, kind: isBirthday ? ('birthday' as const) : ('member' as const) };
    });
}

/** A year of the branch's duties, each period with what stands in it. */
async function dutyOf(there: Ctx, orgId: string, today: string): Promise<BranchWallData['duty']> {
  const { year, lines } = await yearAt(there, there.scope, orgId, Number(today.slice(0, 4)));
  const wanted: readonly number[] = [...DUTIES, 6];
  return {
    year,
    lines: lines
      .filter(({ type }) => wanted.includes(type))
      .sort((a, b) => wanted.indexOf(a.type) - wanted.indexOf(b.type))
      .map(({ type, typeName, cells }) => ({
        type,
        label: typeName,
        cells: cells.map((one) => {
          const span = monthsOf(one.period);
          const state = (
            { ok: 'held', exempt: 'none', due: 'due', missing: 'missing', later: 'later', none: 'none' } as const
          )[one.state];
          return {
            period: one.period,
            ...span,
            state,
            ok: one.held,
            due: one.required,
            text: textOf(one, span.months),
          };
        }),
      })),
  };
}

interface DutyCell {
  type: number;
  state: string;
  held: number;
  required: number;
  meetings: readonly { heldOn: string }[];
}

/** The day of a cell that was met, how many groups lack, or what it waits for. */
function textOf({ type, state, held, required, meetings: met }: DutyCell, months: number): string {
  if (state === 'exempt') return '免';
  if (state === 'missing') return type === 3 && required > 1 ? `缺${required - held}组` : '缺';
  if (state === 'due') return type === 3 && required > 1 ? `差${required - held}组` : '待开';
  if (state !== 'ok') return '';
  if (type === 3 && required > 1) return `${held}组`;
  const first = met.map(({ heldOn }) => heldOn).sort()[0];
  if (!first) return '已开';
  const [, month, day] = first.split('-').map(Number);
  return months === 1 ? `${day}日` : `${month}月${day}日`;
}

/** The next meeting that was announced. */
async function nextOf(there: Ctx, today: string, now: Date): Promise<BranchWallData['next']> {
  const { rows } = await meetings(there, { pageNum: 1, pageSize: 40, from: today });
  const [next] = rows
    .filter((row) => !row.cancelled && row.state >= 1 && new Date(row.startsAt) > now)
    .sort((a, b) => a.startsAt.localeCompare(b.startsAt));
  if (!next) return null;
  const { typeName, title, startsAt, place, heldOn, due } = next;
  return { kind: typeName, title, at: startsAt, place, days: daysBetween(today, heldOn), due };
}

/** The first of the branch by points, with the mean of all; in points, not hundredths. */
async function rankOf(there: Ctx): Promise<BranchWallData['rank']> {
  const { rows, mean } = await rank(there, { pageNum: 1, pageSize: RANKED });
  if (mean === null) return null;
  return {
    mean: mean / 100,
    rows: rows.flatMap(({ id, name, place, score }) =>
      place === null ? [] : [{ id, name: shownName(name), place, score: score / 100 }],
    ),
  };
}

async function honoursOf(there: Ctx, orgId: string): Promise<BranchWallData['honours']> {
  const [rows, names] = await Promise.all([readRewards(there, orgId), dictionaryNames(there.services)]);
  return rows
    .filter(({ type }) => type === REWARD)
    .sort((a, b) => String(b.approvedOn).localeCompare(String(a.approvedOn)))
    .slice(0, HONOURS)
    .map(({ title, approvedOn }) => ({ year: String(approvedOn).slice(0, 4), name: names.name('0081', title) }));
}

/** Everything that the wall of a branch shows, in one answer. */
export async function branchWallOf(ctx: Ctx, input: ParsedOf<typeof branchWall>): Promise<BranchWallData> {
  const { org, there } = await contextAtOrg(ctx, input);
  const now = new Date();
  const today = await todayOf(there.db);
  const term = await ifPermitted(there, 'org:read', () => termOf(there));
  const [found, wall, duty, next, points, news, honours, learnt, paid, served] = await Promise.all([
    readCounters(there.db, [org.code], ['category', 'floating']),
    ifPermitted(there, 'member:read', () => wallOf(there, term, today)),
    ifPermitted(there, 'event:read', () => dutyOf(there, org.id, today)),
    ifPermitted(there, 'event:read', () => nextOf(there, today, now)),
    ifPermitted(there, 'points:read', () => rankOf(there)),
    ifPermitted(there, 'event:read', () => newsOf(there, today, now, 5, 'title')),
    ifPermitted(there, 'org:read', () => honoursOf(there, org.id)),
    ifPermitted(there, 'hours:read', () => hours(there, { pageNum: 1, pageSize: 1 })),
    ifPermitted(there, 'dues:read', () =>
      listBills(there, { pageNum: 1, pageSize: 1, view: 'due', searchRange: 'all' }),
    ),
    ifPermitted(there, 'sbd:read', () => reported(there, {})),
  ]);
  const { category = {}, floating = {} } = found.get(org.code) ?? {};
  const one = (label: string, unit: string, value: number, of: number | null, href: string): WallFigure => ({
    label,
    unit,
    value,
    of,
    href,
  });
  return {
    asOf: now.toISOString(),
    today,
    org: { id: org.id, code: org.code, name: org.name, above: org.above },
    foundedOn: org.foundedOn,
    members: {
      total: (category[1] ?? 0) + (category[2] ?? 0),
      formal: category[1] ?? 0,
      probationary: category[2] ?? 0,
      activists: category[4] ?? 0,
      applicants: category[5] ?? 0,
    },
    term: term && {
      until: term.until,
      electedOn: term.electedOn,
      posts: term.posts.map(({ name, post }) => ({ name: shownName(name), post })),
    },
    figures: [
      ...(points ? [one('平均积分', '分', Math.round(points.mean * 10) / 10, null, '/affairs/points')] : []),
      ...(learnt ? [one('学时达标', '名', learnt.met, learnt.people, '/education/hours')] : []),
      ...(paid
        ? [one('党费已交', '名', paid.sums.paid.people, paid.sums.paid.people + paid.sums.owed.people, '/affairs/dues')]
        : []),
      ...(served ? [one('双报到', '名', served.total.reported, null, '/service/reportList')] : []),
      one('流动党员', '名', floating['1'] ?? 0, null, '/affairs/member?view=floating'),
      one('积极分子', '名', category[4] ?? 0, null, '/affairs/member?pmType=4'),
    ],
    wall: wall ?? [],
    duty,
    next,
    rank: points,
    news,
    honours,
  };
}
