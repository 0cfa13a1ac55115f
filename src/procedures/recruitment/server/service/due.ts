import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx, Services } from '#platform/server/context.ts';
import { transact } from '#platform/server/database/db.ts';
import { chosenScope, type Scope } from '#platform/server/database/scope.ts';
import type { RuleChecks } from '#platform/server/module.ts';
import { groupByPlace } from '#platform/server/sums/ruleChecks.ts';
import { daysBetween } from '#platform/time/days.ts';
import type * as contract from '#procedures/recruitment/contract.due.ts';
import { stepDefinition, stepName } from '#procedures/recruitment/rules/steps.ts';
import { sweep } from '../queries/clocks.ts';
import { countOverdue, monthOfDue, overdueBelow, overdueOrgs, pageOfDue } from '../queries/due.ts';

type Answer = ReplyOf<typeof contract.listDue>;

/** The scope, or an organisation in it with those below. */
function scopeOf(ctx: Ctx, { orgId }: { orgId?: string | undefined }): Scope {
  return chosenScope(ctx, orgId, '所选党组织不存在');
}

const whichOf = ({ name, deskId }: { name?: string | undefined; deskId?: string | undefined }) => ({
  name: name || null,
  deskId: deskId ?? null,
});

/** Before and after every day that a term can have. */
const [EVER, NEVER] = ['0001-01-01', '9999-12-31'];

/** Terms of the scope, or of an organisation in it with those below. */
export async function listDueTerms(ctx: Ctx, input: ParsedOf<typeof contract.listDue>): Promise<Answer> {
  const scope = scopeOf(ctx, input);
  const offset = (input.pageNum - 1) * input.pageSize;
  const { from, to } = input;
  const days = from === undefined && to === undefined ? null : { from: from ?? EVER, to: to ?? NEVER };
  const filter = { ...whichOf(input), view: input.view ?? null, days };
  const { rows, total } = await pageOfDue(ctx.db, scope, filter, input.pageSize, offset);
  return {
    total,
    rows: rows.map(({ today, ...row }) => ({
      ...row,
      stepName: stepDefinition(row.step).title,
      daysLeft: row.dueOn === null ? null : daysBetween(today, row.dueOn),
    })),
  };
}

/** The same by the days of a month. */
export async function listDueOfMonth(
  ctx: Ctx,
  input: ParsedOf<typeof contract.dueMonth>,
): Promise<ReplyOf<typeof contract.dueMonth>> {
  const days = await monthOfDue(ctx.db, scopeOf(ctx, input), whichOf(input), input.month);
  return days.map((one) => ({ ...one, stepName: stepDefinition(one.step).title }));
}

/** The hourly work: every term that is near, due or over is told to whom it concerns. */
export const sweepTerms = ({ db }: Pick<Services, 'db'>) => transact(db, sweep);

const OVERDUE = { view: 'overdue', name: null, deskId: null, days: null } as const;
const LIST = '/affairs/recruitment/due?view=overdue';

const below: RuleChecks['countBelow'] = async (ctx, codes) =>
  groupByPlace((await overdueBelow(ctx.db, ctx.scope, codes)).map((row) => ({ ...row, code: 'developmentOverdue' })));

export const recruitmentRuleChecks: RuleChecks = {
  right: 'recruit:write',
  checks: [
    {
      code: 'developmentOverdue',
      label: '发展党员超期',
      detail: '过了规定期限还没有办理的发展步骤',
      clause: '《中国共产党发展党员工作细则》：谈话、考察、讨论、审批和转正应在规定的期限内办理',
      unit: '件',
      href: LIST,
    },
  ],
  count: async (ctx) => ({ developmentOverdue: await countOverdue(ctx.db, ctx.scope) }),
  countBelow: below,
  kept: { part: 'development', below },
  async rows(ctx, _code, { pageNum, pageSize }) {
    const { rows } = await pageOfDue(ctx.db, ctx.scope, OVERDUE, pageSize, (pageNum - 1) * pageSize);
    return rows.map(({ id, name, orgName, step, deskName, dueOn }) => ({
      id,
      title: name,
      orgName,
      detail: `${stepName(step)}，应由${deskName}于${dueOn}前办理`,
      href: LIST,
    }));
  },
  late: (ctx, _code, limit) => overdueOrgs(ctx.db, ctx.scope, limit),
};
