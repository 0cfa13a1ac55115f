import { listOrgs } from '#people/org/contract.ts';
import { CLAUSES, WARNING_LISTS, type WarningList } from '#people/org/rules.ts';
import type { LateOrg, RuleChecks } from '#platform/server/module.ts';
import { countWarnings, warningsBelow } from './queries/orgs.ts';
import { readList } from './service/read.ts';

const AT_ONCE = 200;

/** Terms, posts and sizes of organisations, each with the list of those that break it. */
export const orgRuleChecks: RuleChecks = {
  right: 'org:read',
  checks: Object.entries(WARNING_LISTS).map(([code, { title, detail, codes }]) => ({
    code,
    label: title,
    detail,
    clause: CLAUSES[codes.at(-1) ?? codes[0]],
    unit: '个',
    href: `/affairs/organization?warning=${code}`,
  })),
  count: (ctx) => countWarnings(ctx.db, ctx.scope),
  countBelow: (ctx, codes) => warningsBelow(ctx.db, ctx.scope, codes),
  kept: { part: 'org', below: (ctx, codes) => warningsBelow(ctx.db, ctx.scope, codes) },
  async rows(ctx, code, page) {
    const warning = code as WarningList;
    const { rows } = await readList(ctx, listOrgs.input.parse({ ...page, warning }));
    const mine: readonly string[] = WARNING_LISTS[warning].codes;
    return rows.map(({ id, name, parentName, warnings }) => ({
      id,
      title: name,
      orgName: parentName,
      detail: warnings.find((one) => mine.includes(one.code))?.text ?? '',
      href: `/affairs/organization/browseOrganization/${id}`,
    }));
  },
  async late(ctx, code, limit) {
    const warning = code as WarningList;
    const mine: readonly string[] = WARNING_LISTS[warning].codes;
    const late: LateOrg[] = [];
    for (let pageNum = 1; late.length < limit; pageNum++) {
      const { rows } = await readList(ctx, listOrgs.input.parse({ pageNum, pageSize: AT_ONCE, warning }));
      for (const { id, warnings } of rows) {
        late.push({ orgId: id, detail: warnings.find((one) => mine.includes(one.code))?.text ?? '' });
      }
      if (rows.length < AT_ONCE) break;
    }
    return late.slice(0, limit);
  },
};
