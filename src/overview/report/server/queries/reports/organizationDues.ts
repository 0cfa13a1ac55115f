import { yuanText } from '#overview/report/rules.ts';
import { shareOf } from '#platform/text/share.ts';
import { HANDUP_KINDS, HANDUP_STATES, ratioOf, toHandUp } from '#procedures/dues/rules.handup.ts';
import { pageOfHandups, standing, standingBelow } from '#procedures/dues/server/index.ts';
import { childLength, type Numbers, type Report } from '../../kit.ts';

const handups = (orgId: string, { value }: { value: string }) =>
  `/affairs/dues?tab=handup&year=${value}&orgId=${orgId}`;
const KEYS = ['orgs', 'received', 'due', 'handed', 'pending', 'remaining', 'unset'] as const;

type Standing = Awaited<ReturnType<typeof standingBelow>>[number];
/** What an organisation received and has to hand up. */
function numbersOf(row: Standing): Record<(typeof KEYS)[number], number> {
  const ratio = ratioOf(row.type, row.set);
  const received = Number(row.received);
  const handed = Number(row.handed);
  const due = ratio === null ? null : toHandUp(received, ratio);
  return {
    orgs: 1,
    received,
    due: due ?? 0,
    handed,
    pending: Number(row.pending),
    remaining: due === null ? 0 : Math.max(0, due - handed),
    unset: ratio === null ? 1 : 0,
  };
}

/** 组织党费: what organisations received and handed up. */
export const organizationDues: Report = {
  key: 'organizationDues',
  words: [
    '每行是直接下级中应向本委员会上缴的组织：收到的党费含利息和下级上缴；应上缴＝收到×上级设定的比例，党支部、党总支没有设定的全部上缴（中组发〔2008〕3号第十五条）。',
    '已上缴以上级确认为准；没有设定上缴比例的委员会，应上缴无从计算，不计入应上缴和未上缴，另列个数。大额党费全部转缴，不在其内（第十一条）。',
  ],
  periods: ['year'],
  columns: [
    { key: 'orgs', title: '应上缴的组织', unit: 'orgs', listed: 'sum' },
    { key: 'received', title: '收到党费', unit: 'fen', listed: 'sum' },
    { key: 'due', title: '应上缴', unit: 'fen', listed: 'sum' },
    { key: 'handed', title: '已上缴', unit: 'fen', href: handups },
    { key: 'pending', title: '待上级确认', unit: 'fen', href: handups },
    { key: 'remaining', title: '未上缴', unit: 'fen', isLate: true, listed: 'sum' },
    { key: 'rate', title: '上缴率', unit: 'percent', of: ({ handed, due }) => shareOf(handed, due) },
    { key: 'unset', title: '未设比例', unit: 'orgs', isLate: true, listed: 'sum' },
  ],
  async count({ db, org, children, span }) {
    const year = Number(span.value);
    const own = children.length === 0 ? await standing(db, org.id, year) : undefined;
    const rows = own ? [own] : await standingBelow(db, org.id, year);
    const byCode = new Map<string, Numbers>();
    for (const row of rows) {
      const numbers = numbersOf(row);
      const code = row.code.slice(0, childLength({ org }));
      const known = byCode.get(code);
      byCode.set(code, Object.fromEntries(KEYS.map((key) => [key, numbers[key] + (known?.[key] ?? 0)])));
    }
    return { byCode };
  },
  list: {
    unit: 'times',
    first: 'handed',
    title: '上缴、下拨记录',
    columns: [
      { key: 'org', title: '党组织', width: 240 },
      { key: 'kind', title: '类型', width: 90 },
      { key: 'amount', title: '金额（元）', width: 120, kind: 'number' },
      { key: 'state', title: '状态', width: 90 },
      { key: 'paidOn', title: '日期', width: 110 },
      { key: 'to', title: '上级党委', width: 220 },
    ],
    async page({ db, scope, span }, _column, limit, offset) {
      const filter = { onlyOrg: null, state: null, kind: null, year: Number(span.value) };
      const found = await pageOfHandups(db, scope, filter, limit, offset);
      return {
        total: found.total,
        rows: found.rows.map((row) => ({
          id: row.id,
          href: null,
          cells: [
            row.orgName,
            HANDUP_KINDS[row.kind],
            yuanText(Number(row.amount)),
            HANDUP_STATES[row.state],
            row.paidOn ?? '',
            row.toOrgName,
          ],
        })),
      };
    },
  },
  lists: [
    {
      of: ['orgs', 'received', 'due', 'remaining', 'unset'],
      unit: 'orgs',
      title: '应上缴的组织',
      first: 'orgs',
      columns: [
        { key: 'name', title: '党组织', width: 280 },
        { key: 'received', title: '收到（元）', width: 120, kind: 'number' },
        { key: 'due', title: '应上缴（元）', width: 120, kind: 'number' },
        { key: 'handed', title: '已上缴（元）', width: 120, kind: 'number' },
        { key: 'remaining', title: '未上缴（元）', width: 120, kind: 'number' },
      ],
      async page({ db, org, children, span }, column, limit, offset) {
        const year = Number(span.value);
        const own = children.length === 0 ? await standing(db, org.id, year) : undefined;
        const all = (own ? [own] : await standingBelow(db, org.id, year)).map((row) => ({ row, n: numbersOf(row) }));
        const counted = all.filter(({ n }) => n[KEYS.find((key) => key === column) ?? 'orgs'] > 0);
        return {
          total: counted.length,
          rows: counted.slice(offset, offset + limit).map(({ row, n }) => ({
            id: row.orgId,
            href: `/affairs/dues?tab=handup&year=${year}&orgId=${row.orgId}`,
            cells: [
              row.orgName,
              yuanText(n.received),
              n.unset ? '未设比例' : yuanText(n.due),
              yuanText(n.handed),
              yuanText(n.remaining),
            ],
          })),
        };
      },
    },
  ],
};
