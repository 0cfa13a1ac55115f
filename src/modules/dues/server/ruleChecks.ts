import { sql } from 'kysely';
import { addMonths } from '#modules/dues/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { LateOrg, RuleChecks, RuleRow } from '#platform/server/module.ts';
import { byPlace, placeAmong } from '#platform/server/ruleChecks.ts';
import { within } from '#platform/server/scope.ts';
import { clock, PAYS } from './queries/bills.ts';
import { unhanded } from './unhanded.ts';

/** Percent of last month's sum below which a branch is named: a choice of the house, no regulation sets a rate. */
const LEAST_RATE = 90;

const CLAUSE = '《关于中国共产党党费收缴、使用和管理的规定》';

/** People with open bills for each of the last so many ended months. @param beside a further condition over bill `b` and person `m` */
const unpaidFor = (ctx: Ctx, current: string, months: number, beside = sql`true`) => sql`
  select m.id, m.name, o.name as "orgName", m.org_id, m.org_code, sum(b.amount)::text as owed
    from dues_bill b join member m on m.id = b.member_id join organisation o on o.id = m.org_id
   where b.state in (1, 2) and b.month >= ${addMonths(current, -months)} and b.month < ${current}
     and ${within(ctx.scope, 'b.org_code')} and ${within(ctx.scope, 'm.org_code')} and ${PAYS} and ${beside}
   group by m.id, m.name, o.name, m.org_id, m.org_code having count(distinct b.month) = ${months}`;

/** Branches with members that have not opened the current month. */
const unopened = (ctx: Ctx, current: string) => sql`
  select o.id, o.name, p.name as "orgName", o.code from organisation o left join organisation p on p.id = o.parent_id
   where o.deleted_at is null and ${within(ctx.scope, 'o.code')}
     -- One person of each is looked for: as a condition of existence everybody would be read.
     and (select true from member m where m.org_id = o.id and ${PAYS} limit 1)
     and not exists (select from dues_month d where d.org_id = o.id and d.month = ${current})`;

/** Branches of whose dues of last month less than `LEAST_RATE` came in; from the open bills, which are few. */
const lowRate = (ctx: Ctx, current: string) => {
  const month = addMonths(current, -1);
  return sql`
  select o.id, o.name, p.name as "orgName", o.code, u.owed::text as owed, d.due::text as due
    from (select b.org_id, sum(b.amount) as owed from dues_bill b
           where b.state in (1, 2) and b.month = ${month} and ${within(ctx.scope, 'b.org_code')} group by b.org_id) u
    join organisation o on o.id = u.org_id and o.deleted_at is null and ${within(ctx.scope, 'o.code')}
    left join organisation p on p.id = o.parent_id
    cross join lateral (select sum(b.amount) as due from dues_bill b
                         where b.org_id = u.org_id and b.month = ${month} and b.state in (1, 2, 3)) d
   where u.owed * 100 > d.due * ${100 - LEAST_RATE}::int`;
};

/** Branches that have not handed up what they received last month. */
const notHandedUp = (ctx: Ctx, current: string) => sql`
  select u.id, u.name, p.name as "orgName", u.code, u.sum::text as owed
    from (${unhanded(addMonths(current, -1), within(ctx.scope, 'o.code'))}) u left join organisation p on p.id = u.parent_id`;

/** Months that two records of one person had both paid before they were merged: one of them is to be refunded. */
const paidTwice = (ctx: Ctx) => sql`
  select k.id, m.name, o.name as "orgName", k.org_id, k.org_code, d.org_code as other_code, k.month, k.amount::text as owed
    from member_merge g
    join dues_bill k on k.member_id = g.kept_id and k.state = 3
    join dues_bill d on d.member_id = g.dropped_id and d.month = k.month and d.state = 3
    join member m on m.id = k.member_id join organisation o on o.id = d.org_id
   where g.undone_at is null and ${within(ctx.scope, 'k.org_code')} and ${within(ctx.scope, 'd.org_code')}`;

interface Found {
  month?: string;
  id: string;
  name: string;
  orgName: string | null;
  owed?: string;
  due?: string;
}

/** Those that stand at one organisation each: kept. */
async function branchesBelow(ctx: Ctx, codes: readonly string[]) {
  const { current } = await clock(ctx.db);
  const { rows } = await sql<{ place: string; code: string; n: number }>`
    select ${placeAmong(codes, 'code')} as place, 'duesUnopened' as code, count(*)::int as n
      from (${unopened(ctx, current)}) a group by 1
    union all
    select ${placeAmong(codes, 'code')}, 'duesLowRate', count(*)::int from (${lowRate(ctx, current)}) b group by 1`.execute(
    ctx.db,
  );
  return byPlace(rows);
}

/** Those that hang on where somebody was billed and where he stands now, and the few. */
async function othersBelow(ctx: Ctx, codes: readonly string[]) {
  const { current } = await clock(ctx.db);
  const at = (column: string) => placeAmong(codes, column);
  // Both ends in one place: whoever was billed below another one is counted by neither.
  const together = sql`${at('b.org_code')} = ${at('m.org_code')}`;
  const { rows } = await sql<{ place: string; code: string; n: number }>`
    select ${at('org_code')} as place, 'duesThreeMonths' as code, count(*)::int as n
      from (${unpaidFor(ctx, current, 3, together)}) b group by 1
    union all
    select ${at('org_code')}, 'duesSixMonths', count(*)::int from (${unpaidFor(ctx, current, 6, together)}) c group by 1
    union all
    select ${at('code')}, 'duesNotHandedUp', count(*)::int from (${notHandedUp(ctx, current)}) d group by 1
    union all
    select ${at('org_code')}, 'duesPaidTwice', count(*)::int from (${paidTwice(ctx)}) e
     where ${at('org_code')} = ${at('other_code')} group by 1`.execute(ctx.db);
  return byPlace(rows);
}

/** Dues that are not billed or not paid. */
export const duesRuleChecks: RuleChecks = {
  right: 'dues:read',
  checks: [
    {
      code: 'duesUnopened',
      label: '党费未开账',
      detail: '本月还没有开账的党支部',
      clause: `${CLAUSE}第十二条：党员应当增强党员意识，主动按月交纳党费`,
      unit: '个',
      href: null,
    },
    {
      code: 'duesLowRate',
      label: '党费收缴率低',
      detail: `上月收缴率不到${LEAST_RATE}%的党支部`,
      clause: `${CLAUSE}第十二条：党员应当增强党员意识，主动按月交纳党费`,
      unit: '个',
      href: null,
    },
    {
      code: 'duesThreeMonths',
      label: '连续三个月未缴',
      detail: '连续三个月没有缴纳党费的党员，请提醒谈话',
      clause: `${CLAUSE}第十三条：对不按规定交纳党费的党员，其所在党组织应及时对其进行批评教育，限期改正`,
      unit: '人',
      href: null,
    },
    {
      code: 'duesSixMonths',
      label: '连续六个月未缴',
      detail: '连续六个月没有缴纳党费的党员，须查明原因并按规定处理',
      clause: `${CLAUSE}第十三条：对无正当理由，连续6个月不交纳党费的党员，按自行脱党处理`,
      unit: '人',
      href: null,
    },
    {
      code: 'duesNotHandedUp',
      label: '党费未上缴',
      detail: '上月收了党费、至今没有上缴的党支部',
      clause: `${CLAUSE}第十五条：按照规定的比例向上级党组织上缴党费`,
      unit: '个',
      href: null,
    },
    {
      code: 'duesPaidTwice',
      label: '合并后一月缴了两次',
      detail: '两份重复信息合并以后，同一个月缴了两次，请冲销其中一笔',
      clause: `${CLAUSE}第十二条：党员应当按月交纳党费，一个月缴一次`,
      unit: '项',
      href: null,
    },
  ],
  async count(ctx) {
    const { current } = await clock(ctx.db);
    const { rows } = await sql<{
      unopened: number;
      low: number;
      three: number;
      six: number;
      unhanded: number;
      twice: number;
    }>`
      select (select count(*)::int from (${unopened(ctx, current)}) a) as unopened,
             (select count(*)::int from (${lowRate(ctx, current)}) f) as low,
             (select count(*)::int from (${unpaidFor(ctx, current, 3)}) b) as three,
             (select count(*)::int from (${unpaidFor(ctx, current, 6)}) c) as six,
             (select count(*)::int from (${notHandedUp(ctx, current)}) d) as unhanded,
             (select count(*)::int from (${paidTwice(ctx)}) e) as twice`.execute(ctx.db);
    const [found] = rows;
    return {
      duesUnopened: found?.unopened ?? 0,
      duesLowRate: found?.low ?? 0,
      duesThreeMonths: found?.three ?? 0,
      duesSixMonths: found?.six ?? 0,
      duesNotHandedUp: found?.unhanded ?? 0,
      duesPaidTwice: found?.twice ?? 0,
    };
  },
  async countBelow(ctx, codes) {
    const [kept, others] = await Promise.all([branchesBelow(ctx, codes), othersBelow(ctx, codes)]);
    return new Map(codes.map((code) => [code, { ...kept.get(code), ...others.get(code) }]));
  },
  kept: { part: 'dues', below: branchesBelow, rest: othersBelow },
  async rows(ctx, code, { pageNum, pageSize }) {
    const { current } = await clock(ctx.db);
    const [from, order] =
      code === 'duesUnopened'
        ? [unopened(ctx, current), sql`code, id`]
        : code === 'duesNotHandedUp' || code === 'duesLowRate'
          ? [code === 'duesLowRate' ? lowRate(ctx, current) : notHandedUp(ctx, current), sql`code, id`]
          : [code === 'duesPaidTwice' ? paidTwice(ctx) : unpaidFor(ctx, current, monthsOf(code)), sql`org_code, id`];
    const { rows } = await sql<Found>`
      select * from (${from}) found order by ${order} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
      ctx.db,
    );
    return rows.map(
      (row): RuleRow => ({
        id: row.id,
        title: row.name,
        orgName: row.orgName ?? '',
        ...shownOf(code, row, current),
      }),
    );
  },
  async late(ctx, code, limit): Promise<LateOrg[]> {
    const { current } = await clock(ctx.db);
    const from =
      code === 'duesUnopened'
        ? sql`select id, code, 1 as n from (${unopened(ctx, current)}) a`
        : code === 'duesNotHandedUp' || code === 'duesLowRate'
          ? sql`select id, code, 1 as n from (${code === 'duesLowRate' ? lowRate(ctx, current) : notHandedUp(ctx, current)}) a`
          : sql`select org_id as id, org_code as code, count(*)::int as n
                  from (${code === 'duesPaidTwice' ? paidTwice(ctx) : unpaidFor(ctx, current, monthsOf(code))}) a
                 group by org_id, org_code`;
    const { rows } = await sql<{ id: string; n: number }>`
      select id, n from (${from}) late order by code, id limit ${limit}`.execute(ctx.db);
    return rows.map(({ id, n }) => ({ orgId: id, detail: lateText(code, n, current) }));
  },
};

/** Ended months in a row of a rule about unpaid ones. */
const monthsOf = (code: string) => (code === 'duesSixMonths' ? 6 : 3);

const lateText = (code: string, n: number, current: string): string => {
  if (code === 'duesUnopened') return `${current}党费还没有开账`;
  if (code === 'duesLowRate') return `${addMonths(current, -1)}党费收缴率不到${LEAST_RATE}%`;
  if (code === 'duesNotHandedUp') return `${addMonths(current, -1)}党费还没有上缴`;
  if (code === 'duesPaidTwice') return `${n}笔党费在合并重复信息后一月缴了两次`;
  return `${n}名党员连续${code === 'duesSixMonths' ? '六' : '三'}个月未缴党费`;
};

/** What is amiss with a row, and where it is put right. */
function shownOf(code: string, { id, owed, due, month }: Found, current: string): Pick<RuleRow, 'detail' | 'href'> {
  if (code === 'duesUnopened')
    return { detail: `${current}未开账`, href: `/affairs/dues?orgId=${id}&month=${current}` };
  const sum = `${(Number(owed) / 100).toFixed(2)}元`;
  if (code === 'duesLowRate') {
    const month = addMonths(current, -1);
    const rate = Math.floor(((Number(due) - Number(owed)) * 100) / Number(due));
    return { detail: `${month}收缴率${rate}%，欠缴${sum}`, href: `/affairs/dues?orgId=${id}&month=${month}` };
  }
  if (code === 'duesNotHandedUp')
    return { detail: `${addMonths(current, -1)}收到${sum}`, href: `/affairs/dues?orgId=${id}&tab=handup` };
  if (code === 'duesPaidTwice')
    return { detail: `${month}缴了两次，其中一笔${sum}`, href: '/affairs/dues?tab=payments' };
  return { detail: `欠缴${sum}`, href: `/affairs/dues/member-record/${id}/-/0` };
}
