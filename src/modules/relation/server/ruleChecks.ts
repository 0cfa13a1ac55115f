import { sql } from 'kysely';
import type { Ctx } from '#platform/server/context.ts';
import { dbToday } from '#platform/server/db.ts';
import type { RuleChecks, RuleRow } from '#platform/server/module.ts';
import { within } from '#platform/server/scope.ts';
import { keptStill } from './queries/graduates.ts';
import { keptBelow, lateBelow, UNSENT } from './queries/late.ts';
import { visible, withoutReceipt } from './queries/transfer.ts';
import { OUT_PATH, workPath } from './todos.ts';

const CLAUSE = '《中国共产党党员教育管理工作条例》第二十五条';

/** Transfers that wait at a station beyond the last valid day of their letter. */
const overdueHops = (ctx: Ctx) => sql`
  select t.id, m.name, h.org_name as "orgName", t.due_on as due from relation_transfer t
    join member m on m.id = t.member_id and m.deleted_at is null
    join relation_hop h on h.transfer_id = t.id and h.seq = t.at_seq
   where t.status in (2, 3, 4) and t.due_on < ${dbToday} and ${visible(ctx.scope)}`;

/** Letters that have expired while nobody received. */
const expiredLetters = (ctx: Ctx) => sql`
  select t.id, m.name, o.name as "orgName", t.due_on as due from relation_transfer t
    join member m on m.id = t.member_id and m.deleted_at is null
    left join organisation o on o.id = t.from_org_id
   where t.status = 7 and ${visible(ctx.scope)}`;

/** Receipts that have not come a month after the letter went outside, or have not been sent a month after somebody came. */
const lateReceipts = (ctx: Ctx) => sql`
  select t.id, m.name, coalesce(o.name, l.prefix) as "orgName", coalesce(t.due_on, l.valid_until) as due from relation_transfer t
    join member m on m.id = t.member_id and m.deleted_at is null
    left join relation_letter l on l.transfer_id = t.id and l.voided_at is null
    left join organisation o on o.id = coalesce(t.from_org_id, t.to_org_id)
   where t.status in (2, 5) and (${withoutReceipt(sql`l.issued_on`)} or ${UNSENT}) and ${visible(ctx.scope)}`;

/** Graduates without a place whom the school has kept for more than two years. */
const keptTooLong = (ctx: Ctx) => sql`
  select l.member_id as id, m.name, o.name as "orgName", l.keep_until as due
    from ${keptStill} and l.keep_until < ${dbToday} and ${within(ctx.scope, 'm.org_code')}`;

interface Found {
  id: string;
  name: string;
  orgName: string | null;
  due: string | null;
}

const WORDS: Readonly<Record<string, string>> = { relationKept: '保留', relationReceipts: '期限' };
const FOUND: Readonly<Record<string, (ctx: Ctx) => ReturnType<typeof sql>>> = {
  relationLetters: expiredLetters,
  relationReceipts: lateReceipts,
  relationKept: keptTooLong,
};

/** What is late about transfers. */
export const relationRuleChecks: RuleChecks = {
  right: 'relation:approve',
  checks: [
    {
      code: 'relationOverdue',
      label: '转接超期未办',
      detail: '介绍信有效期已过仍在等待办理的组织关系转接',
      clause: `${CLAUSE}：接收党组织应当及时接收，没有正当理由不得拒转拒接`,
      unit: '件',
      href: null,
    },
    {
      code: 'relationLetters',
      label: '介绍信过期',
      detail: '介绍信过期、须补开或撤销的组织关系转接',
      clause: `${CLAUSE}：党员组织关系介绍信在有效期内使用，有效期一般不超过三个月`,
      unit: '件',
      href: null,
    },
    {
      code: 'relationReceipts',
      label: '回执逾期',
      detail: '转出满一个月没有收到回执，或转入满一个月没有寄出回执的组织关系转接',
      clause: `${CLAUSE}：组织关系介绍信回执由接收党组织的基层党委直接寄回`,
      unit: '件',
      href: null,
    },
    {
      code: 'relationKept',
      label: '毕业生超期未转',
      detail: '毕业后没有落实去向，组织关系在校保留超过两年',
      clause: '《关于进一步加强党员组织关系管理的意见》：毕业生党员组织关系保留在学校时间一般不超过两年',
      unit: '人',
      href: null,
    },
  ],
  async count(ctx) {
    const { rows } = await sql<{ hops: number; letters: number; receipts: number; kept: number }>`
      select (select count(*)::int from (${overdueHops(ctx)}) a) as hops,
             (select count(*)::int from (${expiredLetters(ctx)}) b) as letters,
             (select count(*)::int from (${lateReceipts(ctx)}) r) as receipts,
             (select count(*)::int from (${keptTooLong(ctx)}) c) as kept`.execute(ctx.db);
    const { hops = 0, letters = 0, receipts = 0, kept = 0 } = rows[0] ?? {};
    return { relationOverdue: hops, relationLetters: letters, relationReceipts: receipts, relationKept: kept };
  },
  async countBelow(ctx, codes) {
    const [own, rest] = [await lateBelow(ctx, codes), await keptBelow(ctx, codes)];
    return new Map(codes.map((code) => [code, { ...own.get(code), ...rest.get(code) }]));
  },
  kept: { part: 'transfer', below: lateBelow, rest: keptBelow },
  async rows(ctx, code, { pageNum, pageSize }) {
    const isKept = code === 'relationKept';
    const from = (FOUND[code] ?? overdueHops)(ctx);
    const { rows } = await sql<Found>`
      select * from (${from}) found order by due, id limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
      ctx.db,
    );
    return rows.map(
      ({ id, name, orgName, due }): RuleRow => ({
        id,
        title: name,
        orgName: orgName ?? '',
        detail: `${WORDS[code] ?? '有效期'}至${due ?? ''}`,
        href: isKept ? OUT_PATH : workPath(id),
      }),
    );
  },
};
