import type { historyField, orgIntegrity } from '#people/org/contract.history.ts';
import { integrityOf } from '#people/org/rules.integrity.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { notFound } from '#platform/server/errors.ts';
import { changeInWords } from '#platform/server/log/auditFields.ts';
import { fieldHistory } from '../queries/history.ts';
import { placeOf } from '../queries/orgs.ts';
import { readOrg } from './read.ts';

/** How complete an organisation's record is, and what lacks. */
export async function readIntegrity(
  ctx: Ctx,
  input: ParsedOf<typeof orgIntegrity>,
): Promise<ReplyOf<typeof orgIntegrity>> {
  return integrityOf(await readOrg(ctx, input));
}

/** What was changed of an organisation, field by field, in words. */
export async function readHistory(
  ctx: Ctx,
  { orgId, field, pageNum, pageSize }: ParsedOf<typeof historyField>,
): Promise<ReplyOf<typeof historyField>> {
  if (!(await placeOf(ctx.db, ctx.scope, orgId))) throw notFound('组织不存在');
  const found = await fieldHistory(ctx.db, orgId, field ?? null, pageSize, (pageNum - 1) * pageSize);
  const label = (name: string) => changeInWords('org', name, [null, null]).field;
  return {
    total: found.total,
    fields: found.fields.map((name) => ({ field: name, label: label(name) })),
    rows: found.rows.map(({ id, at, who, action, reason, field: name, change }) => {
      const words = changeInWords('org', name, change);
      return {
        id,
        at: new Date(at).toISOString(),
        who,
        action,
        reason,
        label: words.field,
        before: words.before,
        after: words.after,
      };
    }),
  };
}
