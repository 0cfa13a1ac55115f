import { sql } from 'kysely';
import { addMonths } from '#modules/dues/rules.ts';
import type { Ctx } from '#platform/server/context.ts';
import type { RuleChecks, RuleRow } from '#platform/server/module.ts';
import { within } from '#platform/server/scope.ts';
import { clock, PAYS } from './queries/bills.ts';

const CLAUSE = '《关于中国共产党党费收缴、使用和管理的规定》';

/** People with open bills for each of the last so many ended months. */
const unpaidFor = (ctx: Ctx, current: string, months: number) => sql`
  select m.id, m.name, o.name as "orgName", m.org_code, sum(b.amount)::text as owed
    from dues_bill b join member m on m.id = b.member_id join organisation o on o.id = m.org_id
   where b.state in (1, 2) and b.month >= ${addMonths(current, -months)} and b.month < ${current}
     and ${within(ctx.scope, 'b.org_code')} and ${within(ctx.scope, 'm.org_code')} and ${PAYS}
   group by m.id, m.name, o.name, m.org_code having count(distinct b.month) = ${months}`;

/** Branches with members that have not opened the current month. */
const unopened = (ctx: Ctx, current: string) => sql`
  select o.id, o.name, p.name as "orgName", o.code from organisation o left join organisation p on p.id = o.parent_id
   where o.deleted_at is null and ${within(ctx.scope, 'o.code')}
     and exists (select from member m where m.org_id = o.id and ${PAYS})
     and not exists (select from dues_month d where d.org_id = o.id and d.month = ${current})`;

interface Found {
  id: string;
  name: string;
  orgName: string | null;
  owed?: string;
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
  ],
  async count(ctx) {
    const { current } = await clock(ctx.db);
    const { rows } = await sql<{ unopened: number; three: number; six: number }>`
      select (select count(*)::int from (${unopened(ctx, current)}) a) as unopened,
             (select count(*)::int from (${unpaidFor(ctx, current, 3)}) b) as three,
             (select count(*)::int from (${unpaidFor(ctx, current, 6)}) c) as six`.execute(ctx.db);
    const [found] = rows;
    return { duesUnopened: found?.unopened ?? 0, duesThreeMonths: found?.three ?? 0, duesSixMonths: found?.six ?? 0 };
  },
  async rows(ctx, code, { pageNum, pageSize }) {
    const { current } = await clock(ctx.db);
    const [from, order] =
      code === 'duesUnopened'
        ? [unopened(ctx, current), sql`code, id`]
        : [unpaidFor(ctx, current, code === 'duesSixMonths' ? 6 : 3), sql`org_code, id`];
    const { rows } = await sql<Found>`
      select * from (${from}) found order by ${order} limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
      ctx.db,
    );
    return rows.map(
      ({ id, name, orgName, owed }): RuleRow => ({
        id,
        title: name,
        orgName: orgName ?? '',
        detail: owed === undefined ? `${current}未开账` : `欠缴${(Number(owed) / 100).toFixed(2)}元`,
        href:
          owed === undefined ? `/affairs/dues?orgId=${id}&month=${current}` : `/affairs/dues/member-record/${id}/-/0`,
      }),
    );
  },
};
