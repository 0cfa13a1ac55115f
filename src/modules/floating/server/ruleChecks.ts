import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { dbToday } from '#platform/server/db.ts';
import type { LateOrg, RuleChecks, RuleRow } from '#platform/server/module.ts';
import { byPlace, placeAmong } from '#platform/server/ruleChecks.ts';
import { within } from '#platform/server/scope.ts';
import { HEARD } from './queries/heard.ts';
import { DUE, OVERDUE } from './queries/list.ts';
import { movePath } from './todos.ts';

const CLAUSE = '《中国共产党党员教育管理工作条例》';

/** Outflows of the scope whose contact is overdue, or whose person has been out of touch for six months. */
const found = (code: string) =>
  code === 'floatingLost'
    ? sql`(f.status in (2, 3) and m.is_lost_contact
        and (${HEARD} + interval '6 months')::date <= ${dbToday})`
    : OVERDUE;

const from = (ctx: Ctx, code: string) => sql`
  mobile_outflow f join member m on m.id = f.member_id join organisation o on o.id = f.org_id
   where ${within(ctx.scope, 'f.org_code')} and m.deleted_at is null and ${found(code)}`;

/** One of the two below some organisations. Who is lost hangs on dues and meetings, too, and is looked for among the few who are. */
const below =
  (code: string): RuleChecks['countBelow'] =>
  async (ctx, codes) => {
    const { rows } = await sql<{ place: string; code: string; n: number }>`
      select ${placeAmong(codes, 'f.org_code')} as place, ${code} as code, count(*)::int as n
        from mobile_outflow f join member m on m.id = f.member_id
       where ${within(ctx.scope, 'f.org_code')} and m.deleted_at is null and ${found(code)} group by 1`.execute(ctx.db);
    return byPlace(rows);
  };

/** Who is away and has not been heard of. */
export const floatingRuleChecks: RuleChecks = {
  right: 'floating:read',
  checks: [
    {
      code: 'floatingContact',
      label: '流动党员失于联系',
      detail: '超过一个月没有联系的流动党员',
      clause: `${CLAUSE}第三十三条：党支部确定专人与流动党员保持联系`,
      unit: '人',
      href: '/affairs/mobilePartyMembers?overdue=1',
    },
    {
      code: 'floatingLost',
      label: '失联满六个月',
      detail: '失去联系六个月以上，应按规定停止党籍的',
      clause: `${CLAUSE}第二十四条：失去联系六个月以上、通过各种方式查找仍没有取得联系的，予以停止党籍`,
      unit: '人',
      href: null,
    },
  ],
  async count(ctx) {
    const { rows } = await sql<{ floatingContact: number; floatingLost: number }>`
      select count(*) filter (where ${found('floatingContact')})::int as "floatingContact",
             count(*) filter (where ${found('floatingLost')})::int as "floatingLost"
        from mobile_outflow f join member m on m.id = f.member_id
       where ${within(ctx.scope, 'f.org_code')} and m.deleted_at is null`.execute(ctx.db);
    return { floatingContact: rows[0]?.floatingContact ?? 0, floatingLost: rows[0]?.floatingLost ?? 0 };
  },
  async countBelow(ctx, codes) {
    const [contact, lost] = [await below('floatingContact')(ctx, codes), await below('floatingLost')(ctx, codes)];
    return new Map(codes.map((code) => [code, { ...contact.get(code), ...lost.get(code) }]));
  },
  kept: { part: 'contact', below: below('floatingContact'), rest: below('floatingLost') },
  async rows(ctx, code, { pageNum, pageSize }) {
    const { rows } = await sql<{ id: string; name: string; orgName: string; dueOn: string; lastOn: string | null }>`
      select f.id, m.name, o.name as "orgName", ${DUE} as "dueOn", f.last_contact_on as "lastOn" from ${from(ctx, code)}
       order by ${DUE}, f.id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(ctx.db);
    return rows.map(
      (row): RuleRow => ({
        id: row.id,
        title: row.name,
        orgName: row.orgName,
        detail: row.lastOn ? `上次联系${row.lastOn}` : `应在${row.dueOn}前联系，还没有联系过`,
        href: movePath('out', row.id),
      }),
    );
  },
  async late(ctx, code, limit) {
    const { rows } = await sql<LateOrg & { n: number }>`
      select f.org_id as "orgId", count(*)::int as n, '' as detail from ${from(ctx, code)}
       group by f.org_id order by f.org_id limit ${limit}`.execute(ctx.db);
    return rows.map(({ orgId, n }) => ({
      orgId,
      detail: code === 'floatingLost' ? `${n}名流动党员失联满六个月` : `${n}名流动党员超过一个月没有联系`,
    }));
  },
};
