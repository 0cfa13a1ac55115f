import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { dbToday } from '#platform/server/db.ts';
import type { LateOrg, RuleChecks, RuleRow } from '#platform/server/module.ts';
import { byPlace, placeAmong } from '#platform/server/ruleChecks.ts';
import { within } from '#platform/server/scope.ts';
import { receiver } from './queries/parts.ts';
import { finishPath } from './service/common.ts';

/** Parts of the scope whose day is over and that were not handed in. */
const overdue = (ctx: Ctx) => sql`
  from office_part p join office_task t on t.id = p.task_id and t.state = 2 and t.deleted_at is null
  join office_circle c on c.id = p.circle_id join organisation o on o.id = p.org_id
  left join member m on m.id = p.person_id
 where p.state in (0, 1, 3) and p.due_on < ${dbToday} and ${within(ctx.scope, 'p.org_code')}`;

/** What counts them: every part has a cycle and an organisation. */
const below: RuleChecks['countBelow'] = async (ctx, codes) => {
  const { rows } = await sql<{ place: string; code: string; n: number }>`
    select ${placeAmong(codes, 'p.org_code')} as place, 'officeOverdue' as code, count(*)::int as n
      from office_part p join office_task t on t.id = p.task_id and t.state = 2 and t.deleted_at is null
     where p.state in (0, 1, 3) and p.due_on < ${dbToday} and ${within(ctx.scope, 'p.org_code')} group by 1`.execute(
    ctx.db,
  );
  return byPlace(rows);
};

/** Tasks that are late. */
export const officeRuleChecks: RuleChecks = {
  right: 'task:read',
  checks: [
    {
      code: 'officeOverdue',
      label: '工作任务逾期',
      detail: '过了截止日期还没有上报的任务',
      clause: '《中国共产党支部工作条例（试行）》第九条：宣传和执行党中央、上级党组织及本党支部的决议',
      unit: '件',
      href: null,
    },
  ],
  async count(ctx) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n ${overdue(ctx)}`.execute(ctx.db);
    return { officeOverdue: rows[0]?.n ?? 0 };
  },
  countBelow: below,
  kept: { part: 'tasks', below },
  async rows(ctx, _code, { pageNum, pageSize }): Promise<RuleRow[]> {
    const { rows } = await sql<{
      id: string;
      taskId: string;
      circleId: string;
      title: string;
      orgName: string;
      days: number;
      own: boolean;
    }>`
      select p.id, p.task_id as "taskId", p.circle_id as "circleId", t.title || case when c.label = '' then '' else '（' || c.label || '）' end as title,
             ${receiver} as "orgName", (${dbToday} - p.due_on)::int as days, p.org_id = ${ctx.session.orgId} and p.person_id is null as own
        ${overdue(ctx)} order by p.due_on, p.org_code, p.id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
      ctx.db,
    );
    return rows.map(({ id, taskId, circleId, title, orgName, days, own }) => ({
      id,
      title,
      orgName,
      detail: `逾期${days}天`,
      href: own ? finishPath(taskId, circleId) : `/affairs/task/view/${taskId}?part=${id}`,
    }));
  },
  async late(ctx, _code, limit): Promise<LateOrg[]> {
    const { rows } = await sql<{ orgId: string; n: number }>`
      select p.org_id as "orgId", count(*)::int as n ${overdue(ctx)} group by p.org_id order by min(p.org_code) limit ${limit}`.execute(
      ctx.db,
    );
    return rows.map(({ orgId, n }) => ({ orgId, detail: `${n}件工作任务逾期` }));
  },
};
