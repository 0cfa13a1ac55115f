import { GENDERS } from '#people/member/contract.ts';
import { EDUCATION_BANDS } from '#people/member/rules/facts.ts';
import { ageOn } from '#people/member/rules.ts';
import { shareOf } from '#platform/text/share.ts';
import { IN_STATES, OUT_STATES, REASONS, TRADES } from '#procedures/floating/rules.ts';
import {
  type AwayPart,
  awayCounts,
  type Move,
  moveNumbers,
  pageOfAway,
  pageOfFloats,
  pageOfMoves,
  waitingNumbers,
} from '#procedures/floating/server/index.ts';
import { type Column, childLength, indexByPlace, type List, type Report } from '../../kit.ts';

const LIST = '/affairs/mobilePartyMembers';
const rowsOf = (query: string) => (orgId: string) => `${LIST}?${query}${query && '&'}orgId=${orgId}`;
const wordOf = (labels: Readonly<Record<number, string>>, value: number) => labels[value] ?? '其他';
const detail = (side: 'out' | 'in', id: string) => `${LIST}/moveDetail?side=${side}&id=${id}`;

const FLOATS =
  '流动党员是离开居住地或工作单位六个月以上、不能正常参加组织生活、组织关系未转的党员（《中国共产党党员教育管理工作条例》第三十二条）';

/** 待确认流动党员. */
export const waitConfirm: Report = {
  key: 'waitConfirmMobileParty',
  words: [
    `流出待确认：已登记或申请，流出地党组织还没有确认；流入待确认：流入地已登记，还没有接收。${FLOATS}。`,
    '超过7天：从登记之日起满7天仍没有确认的，两类合计。',
  ],
  columns: [
    { key: 'out', title: '流出待确认', unit: 'people', listed: true },
    { key: 'into', title: '流入待确认', unit: 'people', listed: true },
    { key: 'all', title: '合计', unit: 'people', listed: true, href: rowsOf('view=waiting') },
    { key: 'late', title: '其中：超过7天', unit: 'people', isLate: true, listed: true },
  ],
  count: async ({ db, scope, org }) => indexByPlace(await waitingNumbers(db, scope, childLength({ org }))),
  list: {
    unit: 'people',
    first: 'all',
    columns: [
      { key: 'name', title: '姓名', width: 110 },
      { key: 'side', title: '类型', width: 80 },
      { key: 'state', title: '状态', width: 90 },
      { key: 'region', title: '流入（来自）地区', width: 200 },
      { key: 'reason', title: '原因', width: 110 },
      { key: 'startedOn', title: '外出日期', width: 110 },
      { key: 'orgName', title: '登记组织', width: 240 },
    ],
    async page({ db, scope }, column, limit, offset) {
      const side: 'out' | 'in' | null = column === 'out' ? 'out' : column === 'into' ? 'in' : null;
      const any = { reason: null, range: null, trade: null, region: '', overdue: false, name: '' };
      const filter = {
        ...any,
        view: 'waiting' as const,
        ...(side ? { side } : {}),
        ...(column === 'late' ? { late: true as const } : {}),
      };
      const found = await pageOfFloats(db, scope, filter, limit, offset);
      return {
        total: found.total,
        rows: found.rows.map((row) => ({
          id: `${row.side}${row.rowId}`,
          href: detail(row.side, row.rowId),
          cells: [
            row.name,
            row.side === 'out' ? '流出' : '流入',
            wordOf(row.side === 'out' ? OUT_STATES : IN_STATES, row.status),
            row.region,
            wordOf(REASONS, row.reason),
            row.startedOn,
            row.orgName,
          ],
        })),
      };
    },
  },
};

const BASE = ['out', 'province', 'across', 'abroad', 'received', 'lost', 'overdue', 'certified'] as const;
const INFO = [
  'out',
  'women',
  'minority',
  'young',
  'middle',
  'old',
  'college',
  'work',
  'study',
  'follow',
  'chosen',
  'retired',
  'other',
] as const;
const isPart = (column: string): column is AwayPart => [...BASE, ...INFO].some((one) => one === column);

const educationOf = (code: string | null) =>
  EDUCATION_BANDS.find(({ from, to }) => code !== null && code >= from && code <= to)?.label ?? '';

/** Who is away, by the column that counts them. */
const away: List = {
  unit: 'people',
  first: 'out',
  columns: [
    { key: 'name', title: '姓名', width: 100 },
    { key: 'gender', title: '性别', width: 60 },
    { key: 'age', title: '年龄', width: 70 },
    { key: 'education', title: '学历', width: 100 },
    { key: 'admissionDate', title: '入党日期', width: 110 },
    { key: 'region', title: '流入地区', width: 180 },
    { key: 'reason', title: '原因', width: 120 },
    { key: 'trade', title: '行业', width: 130 },
    { key: 'orgName', title: '党支部', width: 220 },
  ],
  async page({ db, scope, today, ageDay }, column, limit, offset) {
    const part = isPart(column) ? column : 'out';
    const found = await pageOfAway(db, scope, { part, day: ageDay }, limit, offset);
    return {
      total: found.total,
      rows: found.rows.map((row) => ({
        id: row.id,
        href: `/affairs/member/browse/${row.id}`,
        cells: [
          row.name,
          GENDERS[row.gender as keyof typeof GENDERS] ?? '',
          row.birthDate ? `${ageOn(row.birthDate, ageDay ?? today)}岁` : '',
          educationOf(row.education),
          row.admissionDate ?? '',
          row.region,
          wordOf(REASONS, row.reason),
          wordOf(TRADES, row.trade),
          row.orgName,
        ],
      })),
    };
  },
};

/** 流出党员总表. */
export const outGoingBase: Report = {
  key: 'outGoingBase',
  words: [
    `现在在外的流动党员，含已纳入流入地的。${FLOATS}。`,
    '联系超期：流出地党组织每月至少联系一次，出国（境）学习的每半年一次；失联是档案中登记为失去联系的。',
  ],
  columns: [
    { key: 'out', title: '流出', unit: 'people', href: rowsOf('') },
    { key: 'province', title: '省内', unit: 'people', group: '流向', href: rowsOf('range=1') },
    { key: 'across', title: '跨省', unit: 'people', group: '流向', href: rowsOf('range=2') },
    { key: 'abroad', title: '境外', unit: 'people', group: '流向', href: rowsOf('range=3') },
    { key: 'received', title: '已纳入流入地', unit: 'people', group: '管理', listed: true },
    { key: 'certified', title: '持活动证', unit: 'people', group: '管理', listed: true },
    { key: 'overdue', title: '联系超期', unit: 'people', group: '管理', isLate: true, href: rowsOf('overdue=1') },
    { key: 'lost', title: '失联', unit: 'people', group: '管理', isLate: true, href: rowsOf('view=lost') },
    { key: 'rate', title: '纳入率', unit: 'percent', of: ({ received, out }) => shareOf(received, out) },
  ],
  count: async ({ db, scope, org }) => indexByPlace(await awayCounts(db, scope, childLength({ org }), BASE)),
  list: away,
};

const reason = (key: string, value: 1 | 2 | 3 | 4 | 5 | 9): Column => ({
  key,
  title: REASONS[value],
  unit: 'people',
  group: '原因',
  href: rowsOf(`reason=${value}`),
});
/** 流出党员基本信息. */
export const outGoingBaseInfo: Report = {
  key: 'outGoingBaseInfo',
  words: [
    `现在在外的流动党员的性别、民族、年龄、学历和流动原因。${FLOATS}。`,
    '年龄是截止日（今天，或某年12月31日）的周岁，没有出生日期的不在年龄各栏；大专及以上含研究生、大学本科和大学专科。',
  ],
  byAge: true,
  columns: [
    { key: 'out', title: '流出', unit: 'people', listed: true, href: rowsOf('') },
    { key: 'women', title: '女', unit: 'people', listed: true },
    { key: 'minority', title: '少数民族', unit: 'people', listed: true },
    { key: 'young', title: '35岁及以下', unit: 'people', group: '年龄', listed: true },
    { key: 'middle', title: '36–59岁', unit: 'people', group: '年龄', listed: true },
    { key: 'old', title: '60岁及以上', unit: 'people', group: '年龄', listed: true },
    { key: 'college', title: '大专及以上', unit: 'people', listed: true },
    reason('work', 1),
    reason('study', 2),
    reason('follow', 3),
    reason('chosen', 4),
    reason('retired', 5),
    reason('other', 9),
  ],
  count: async ({ db, scope, org, ageDay }) =>
    indexByPlace(await awayCounts(db, scope, childLength({ org }), INFO, ageDay)),
  list: away,
};

const MOVES: readonly Move[] = ['went', 'back', 'moved'];

/** 流出党员明细. */
export const outGoingInfo: Report = {
  key: 'outGoingInfo',
  words: [
    `流出按确认日期、返回和转组织关系按结束日期计入期间。${FLOATS}。`,
    '点开数字看逐人明细：去向、原因、行业、外出日期、联系人和最近联系。',
  ],
  periods: ['year', 'quarter', 'month'],
  columns: [
    { key: 'went', title: '流出', unit: 'people', listed: true },
    { key: 'back', title: '返回', unit: 'people', listed: true },
    { key: 'moved', title: '转组织关系', unit: 'people', listed: true },
  ],
  count: async ({ db, scope, org, span }) =>
    indexByPlace(await moveNumbers(db, scope, childLength({ org }), span.from, span.to)),
  list: {
    unit: 'people',
    first: 'went',
    columns: [
      { key: 'name', title: '姓名', width: 100 },
      { key: 'state', title: '状态', width: 110 },
      { key: 'region', title: '流入地区', width: 180 },
      { key: 'reason', title: '原因', width: 110 },
      { key: 'trade', title: '行业', width: 120 },
      { key: 'startedOn', title: '外出日期', width: 105 },
      { key: 'endedOn', title: '结束日期', width: 105 },
      { key: 'contact', title: '联系人', width: 90 },
      { key: 'last', title: '最近联系', width: 105 },
      { key: 'orgName', title: '党支部', width: 200 },
    ],
    async page({ db, scope, span }, column, limit, offset) {
      const move = MOVES.find((one) => one === column) ?? 'went';
      const found = await pageOfMoves(db, scope, move, span, limit, offset);
      return {
        total: found.total,
        rows: found.rows.map((row) => ({
          id: row.id,
          href: detail('out', row.id),
          cells: [
            row.name,
            wordOf(OUT_STATES, row.status),
            row.region,
            wordOf(REASONS, row.reason),
            wordOf(TRADES, row.trade),
            row.startedOn,
            row.endedOn ?? '',
            row.contactName,
            row.lastContactOn ?? '',
            row.orgName,
          ],
        })),
      };
    },
  },
};
