import { periodBounds, periodText } from '#life/orgLife/rules.duty.ts';
import { type DutyType, isMeetingType, typeName } from '#life/orgLife/rules.ts';
import { BRANCH_TYPES } from '#people/org/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import { todayOf } from '#platform/server/database/db.ts';
import type { KeptPart, RuleChecks } from '#platform/server/module.ts';
import { pageOfKept } from '#platform/server/sums/keptChecks.ts';
import { groupByPlace, placeLength } from '#platform/server/sums/ruleChecks.ts';
import * as queries from './queries/duty.ts';
import { termsOf } from './queries/terms.ts';
import { compareByUrgency, yearOf } from './service/duty.ts';

const CLAUSE = '《中国共产党支部工作条例（试行）》';

type Lacks = Awaited<ReturnType<typeof yearOf>>;
/** What a request has counted: the levels of a tree ask for the same cells one after the other. */
const counted = new WeakMap<Ctx, Map<string, Promise<Lacks>>>();

/** The parts of `lifeMissed` that assessments count by themselves, by types of meetings. */
const PARTS: Readonly<Record<string, readonly DutyType[]>> = { lifeTheme: [4], lifeMeetings: [1, 2, 3, 5] };

const partOf = (cells: Lacks, code: string): Lacks => {
  const types = PARTS[code];
  return types ? cells.filter(({ type }) => types.includes(type)) : cells;
};

/** What lacks of this year so far; of what is owed by the year, which lacks only once it is over, of the last one. */
const missing = async (ctx: Ctx, code: string): Promise<Lacks> => partOf(await missingOf(ctx, code), code);

function missingOf(ctx: Ctx, code: string): Promise<Lacks> {
  const known = counted.get(ctx) ?? new Map<string, Promise<Lacks>>();
  counted.set(ctx, known);
  const yearly = code === 'lifeYearly';
  const name = yearly ? 'yearly' : 'all';
  const found = known.get(name) ?? cellsOf(ctx, yearly);
  known.set(name, found);
  return found;
}

async function cellsOf(ctx: Ctx, yearly: boolean): Promise<Lacks> {
  const [today, rules] = await Promise.all([todayOf(ctx.db), queries.rules(ctx.db)]);
  const wanted = yearly ? rules.filter(({ per }) => per === 'year') : rules;
  const cells = await yearOf(ctx, ctx.scope, Number(today.slice(0, 4)) - (yearly ? 1 : 0), today, wanted);
  return cells.filter(({ state }) => state === 'missing');
}

const silent = async (ctx: Ctx, limit: number, offset: number) =>
  queries.silent(ctx.db, ctx.scope, BRANCH_TYPES, (await termsOf(ctx.db)).silentDays, limit, offset);

const below: RuleChecks['countBelow'] = async (ctx, codes) => {
  const cut = placeLength(codes);
  const [cells, yearly, days] = await Promise.all([
    missing(ctx, 'lifeMissed'),
    missing(ctx, 'lifeYearly'),
    termsOf(ctx.db),
  ]);
  const quiet = await queries.silentBelow(ctx.db, ctx.scope, BRANCH_TYPES, days.silentDays, codes);
  const counted = (of: typeof cells, code: string) =>
    [...Map.groupBy(of, ({ place }) => place.code.slice(0, cut))].map(([place, { length }]) => ({
      place,
      code,
      n: length,
    }));
  return groupByPlace([
    ...counted(cells, 'lifeMissed'),
    ...Object.keys(PARTS).flatMap((part) => counted(partOf(cells, part), part)),
    ...counted(yearly, 'lifeYearly'),
    ...quiet.map((row) => ({ ...row, code: 'lifeSilent' })),
  ]);
};

const kept: KeptPart = { part: 'life', below };

/** Organisation life that was owed and not held, and branches in which nothing happens. */
export const eventRuleChecks: RuleChecks = {
  right: 'event:read',
  checks: [
    {
      code: 'lifeMissed',
      label: '组织生活缺开',
      detail: '今年应开而没有开的组织生活',
      clause: `${CLAUSE}：党支部应当严格执行党的组织生活制度，按期召开支部党员大会、支部委员会会议、党小组会，按时上好党课`,
      unit: '项',
      href: '/affairs/event?tab=owed&state=missing',
    },
    {
      code: 'lifeYearly',
      label: '年度组织生活缺项',
      detail: '上一年应完成而没有完成的组织生活会、民主评议、民主生活会、书记讲党课、双重组织生活和谈心谈话',
      clause:
        '《中国共产党党员教育管理工作条例》第十六条至第十八条：党员领导干部执行双重组织生活制度；党支部每年至少召开1次组织生活会，一般每年开展1次民主评议党员',
      unit: '项',
      href: '/affairs/event?tab=owed&state=missing&period=last',
    },
    {
      code: 'lifeSilent',
      label: '静默支部',
      detail: '超过规定天数没有开展任何组织生活的党支部',
      clause: `${CLAUSE}：党支部每月相对固定1天开展主题党日`,
      unit: '个',
      href: '/affairs/event?tab=silent',
    },
  ],
  parts: [
    {
      code: 'lifeTheme',
      label: '主题党日缺开',
      detail: '今年应开展而没有开展的主题党日，取自组织生活记录',
      clause: `${CLAUSE}：党支部每月相对固定1天开展主题党日`,
      unit: '项',
      href: null,
    },
    {
      code: 'lifeMeetings',
      label: '三会一课缺开',
      detail: '今年应开而没有开的支部党员大会、支部委员会会议、党小组会和党课，取自组织生活记录',
      clause: `${CLAUSE}：党支部应当组织党员按期参加党员大会、党小组会和上党课，定期召开党支部委员会会议`,
      unit: '项',
      href: null,
    },
  ],
  async count(ctx) {
    const [cells, yearly, [first]] = await Promise.all([
      missing(ctx, 'lifeMissed'),
      missing(ctx, 'lifeYearly'),
      silent(ctx, 1, 0),
    ]);
    const parts = Object.keys(PARTS).map((part) => [part, partOf(cells, part).length] as const);
    return {
      ...Object.fromEntries(parts),
      lifeMissed: cells.length,
      lifeYearly: yearly.length,
      lifeSilent: first?.total ?? 0,
    };
  },
  countBelow: below,
  kept,
  async rows(ctx, code, page) {
    const { pageNum, pageSize } = page;
    if (code === 'lifeSilent') {
      return (await silent(ctx, pageSize, (pageNum - 1) * pageSize)).map(({ id, name, parent, last }) => ({
        id,
        title: name,
        orgName: parent ?? '',
        detail: last ? `最近一次在${last}` : '还没有开展过',
        href: `/affairs/event?tab=year&orgId=${id}`,
      }));
    }
    const rows = await pageOfKept(ctx, kept, code, page, {
      rows: async (there) => (await missing(there, code)).toSorted(compareByUrgency),
      placeOf: ({ place }) => place.code,
    });
    return rows.map(({ place, type, period, required, held }) => ({
      id: `${place.id}-${type}-${period}`,
      title: `${periodText(period)}${typeName(type)}`,
      orgName: place.name,
      detail: `应于${periodBounds(period).last}前${isMeetingType(type) ? '召开' : '完成'}${required > 1 ? `，完成${held}/${required}` : ''}`,
      href: `/affairs/event?tab=year&orgId=${place.id}`,
    }));
  },
  async late(ctx, code, limit) {
    if (code === 'lifeSilent') {
      const detail = `超过${(await termsOf(ctx.db)).silentDays}天没有开展组织生活`;
      return (await silent(ctx, limit, 0)).map(({ id }) => ({ orgId: id, detail }));
    }
    const by = Map.groupBy((await missing(ctx, code)).toSorted(compareByUrgency), ({ place }) => place.id);
    return [...by].slice(0, limit).map(([orgId, cells]) => ({
      orgId,
      detail: `${code === 'lifeYearly' ? '上年' : '今年'}缺开组织生活${cells.length}项`,
    }));
  },
};
