import { officeHome } from '#life/tasks/contract.part.ts';
import { homeMembers, homeOrgs, homeRelation, homeWarnings } from '#overview/home/contract.ts';
import { getReport } from '#overview/report/contract.ts';
import type { ReportKey } from '#overview/report/rules.ts';
import { convertSecond, duesSecond } from '#overview/screen/contract.second.ts';
import { orgWall } from '#overview/screen/contract.wall.ts';
import { getIntegrity } from '#people/member/contract.quality.ts';
import { listMembers } from '#people/member/contract.ts';
import { listOrgs } from '#people/org/contract.ts';
import { listHours, orgHours } from '#people/studyHours/contract.ts';
import type { Endpoint, InputOf, ReplyOf } from '#platform/contract.ts';
import { shareOf } from '#platform/text/share.ts';
import { duesRate, listBills, totalDetail } from '#procedures/dues/contract.ts';
import { listFiles, overview } from '#procedures/recruitment/contract.ts';
import { balance } from '#procedures/transfer/contract.balance.ts';
import { listPlaces } from '#procedures/transfer/contract.places.ts';
import { deskCounts, listTransfers } from '#procedures/transfer/contract.ts';
import { lackingMembers, memberCoverage } from '#service/dualReport/contract.coverage.ts';
import type { Caller } from '../support/app.ts';

/** Whoever asks, at which organisation, in which month. */
export interface Asker {
  caller: Caller;
  orgId: string;
  month: string;
  /** Nothing is below it: it has a wall of its own kind, and no lists of what is below. */
  isBranch: boolean;
}
/** How a page's figure is read from the reply of its call; undefined: it is not shown at such an organisation. */
type Read = (asker: Asker) => Promise<number | null | undefined>;

async function ask<E extends Endpoint>({ caller }: Asker, endpoint: E, input: InputOf<E>): Promise<ReplyOf<E>> {
  const answer = await caller.call(endpoint, input);
  if (answer.code !== 200) throw new Error(`${endpoint.path}: ${answer.text}`);
  return answer.result;
}
const one = { pageNum: 1, pageSize: 1 };
const all = { pageNum: 1, pageSize: 200 };
const sumOf = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((sum, row) => sum + of(row), 0);

const home =
  (endpoint: typeof homeMembers, key: string): Read =>
  async (asker) =>
    (await ask(asker, endpoint, {})).figures.find((figure) => figure.key === key)?.value;
/** A part of one of the home's charts. */
const share =
  (chart: string, key: string): Read =>
  async (asker) =>
    (await ask(asker, homeMembers, {})).charts[chart]?.find((part) => part.key === key)?.value ?? 0;
/** A warning of the home; it is left out where there is none. */
const warning =
  (code: string): Read =>
  async (asker) =>
    (await ask(asker, homeWarnings, {})).find((found) => found.code === code)?.count ?? 0;
/** The sum of a report's column. */
const report =
  (key: ReportKey, column: string): Read =>
  async (asker) => {
    const { columns, total } = await ask(asker, getReport, { key });
    return total[columns.findIndex((found) => found.key === column)]?.value;
  };
const wall =
  (of: (data: ReplyOf<typeof orgWall>) => number | null | undefined): Read =>
  async (asker) =>
    asker.isBranch ? undefined : of(await ask(asker, orgWall, { orgId: asker.orgId }));
const bills =
  (of: (sums: ReplyOf<typeof listBills>['sums']) => number | null): Read =>
  async (asker) =>
    of((await ask(asker, listBills, one)).sums);
const total =
  <E extends Endpoint>(endpoint: E, input: InputOf<E>): Read =>
  async (asker) =>
    ((await ask(asker, endpoint, input)) as { total: number }).total;
const line =
  (no: number): Read =>
  async (asker) =>
    (await ask(asker, balance, {})).lines.find((found) => found.no === no)?.n;

const duesOfMonth =
  (of: (row: { due: number; paid: number }) => number | null): Read =>
  async (asker) => {
    const { month } = asker;
    const { rows } = await ask(asker, totalDetail, { orgId: asker.orgId, from: month, until: month });
    return of({ due: sumOf(rows, ({ due }) => due), paid: sumOf(rows, ({ paid }) => paid) });
  };
const peopleOfMonth =
  (of: (row: { people: number; owing: number; owed: number }) => number): Read =>
  async (asker) => {
    const { month } = asker;
    return sumOf((await ask(asker, totalDetail, { orgId: asker.orgId, from: month, until: month })).rows, of);
  };
const collected = ({ due, paid }: { due: number; paid: number }) => shareOf(paid, due);
const rateOfMonth =
  (of: (row: { due: number; paid: number }) => number | null): Read =>
  async (asker) => {
    const found = (await ask(asker, duesRate, {})).find(({ month }) => month === asker.month);
    return found && of(found);
  };
const secondDues: Read = async (asker) => {
  const { rows } = await ask(asker, duesSecond, all);
  return collected({ due: sumOf(rows, ({ due }) => due), paid: sumOf(rows, ({ paid }) => paid) });
};

/** What ages, educations and rates are shares of. */
const college = (shares: readonly { key?: string; label: string; value: number }[]) =>
  sumOf(
    shares.filter(({ label }) => ['研究生', '大学本科', '大学专科'].includes(label)),
    ({ value }) => value,
  );

/**
 * Figures by the word under which they are shown, each with the calls of all pages that show it: one definition, so one number. A page that
 * shows a figure has a line here.
 */
const FIGURES: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
  '党费应缴（分）': {
    党费列表: bills(({ due }) => due.amount),
    首页: rateOfMonth(({ due }) => due),
    汇总明细: duesOfMonth(({ due }) => due),
    党费月度汇总: report('monthlyDuesSummary', 'due'),
    大屏: wall(({ dues }) => dues?.due),
  },
  党费应缴人数: {
    党费列表: bills(({ due }) => due.people),
    列表的条数: total(listBills, { ...one, view: 'due' }),
    汇总明细: peopleOfMonth(({ people }) => people),
    党费月度汇总: report('monthlyDuesSummary', 'people'),
  },
  党费欠缴人数: {
    党费列表: bills(({ owed }) => owed.people),
    列表的条数: total(listBills, { ...one, view: 'owed' }),
    汇总明细: peopleOfMonth(({ owing }) => owing),
    党费月度汇总: report('monthlyDuesSummary', 'owing'),
    大屏: wall(({ dues }) => dues?.owing),
  },
  '党费欠缴（分）': {
    党费列表: bills(({ owed }) => owed.amount),
    应缴减已缴: bills(({ due, paid }) => due.amount - paid.amount),
    汇总明细: peopleOfMonth(({ owed }) => owed),
    党费月度汇总: report('monthlyDuesSummary', 'owed'),
    大屏的党费数据: async (asker) => sumOf((await ask(asker, duesSecond, all)).rows, ({ owed }) => owed),
  },
  '党费收缴率（金额）': {
    党费列表: bills(({ paid, due }) => shareOf(paid.amount, due.amount)),
    首页: rateOfMonth(collected),
    汇总明细: duesOfMonth(collected),
    党费月度汇总: report('monthlyDuesSummary', 'rate'),
    大屏: wall(({ dues }) => dues && shareOf(dues.paid, dues.due)),
    大屏的党费数据: secondDues,
  },
  '应缴、减免缓缴和未设标准，减去开账后离开的': {
    党费列表: bills(({ due, relief, noStandard, left }) => due.people + relief.people + noStandard - left),
    首页: home(homeMembers, 'standing'),
    未设党费标准: report('duesNoSet', 'people'),
  },
  未设党费标准的人数: {
    党费列表: bills(({ noStandard }) => noStandard),
    列表的条数: total(listBills, { ...one, view: 'noStandard' }),
    未设党费标准: report('duesNoSet', 'none'),
  },
  党籍正常的党员: {
    首页: home(homeMembers, 'standing'),
    党员列表: total(listMembers, { ...one, pmType: '1,2', membershipStatus: '1' }),
    数据质量: async (asker) => (await ask(asker, getIntegrity, {})).rate.members,
    统计分析: report('statisic', 'all'),
    学时: async (asker) => (await ask(asker, listHours, one)).people,
    培训报表: report('train', 'members'),
    期末实有: line(14),
    大屏: wall(({ standing }) => standing),
  },
  '大专及以上（%）': {
    首页: async (asker) => {
      const { charts, figures } = await ask(asker, homeMembers, {});
      return shareOf(college(charts.education ?? []), figures.find(({ key }) => key === 'standing')?.value);
    },
    大屏: wall(({ education, standing }) => shareOf(college(education), standing)),
  },
  '61岁及以上的党员': {
    首页: share('age', '61+'),
    党员列表: total(listMembers, { ...one, pmType: '1,2', membershipStatus: '1', ageFrom: '61' }),
    统计分析: report('statisic', 'age.61+'),
    大屏: wall(({ age }) => age.find(({ label }) => label === '61岁及以上')?.value),
  },
  流动党员: {
    首页: home(homeMembers, 'floating'),
    党员列表: total(listMembers, { ...one, view: 'floating' }),
  },
  发展对象: {
    首页: share('category', '3'),
    党员列表: total(listMembers, { ...one, pmType: '3' }),
  },
  入党积极分子: {
    首页: share('category', '4'),
    党员列表: total(listMembers, { ...one, pmType: '4' }),
  },
  信息完整率: {
    首页: home(homeMembers, 'complete'),
    数据质量: async (asker) => (await ask(asker, getIntegrity, {})).rate.percent,
  },
  信息不完整的党员: {
    首页提醒: warning('incomplete'),
    数据质量: async (asker) => {
      const { rate } = await ask(asker, getIntegrity, {});
      return rate.members - rate.complete;
    },
    党员列表: total(listMembers, { ...one, view: 'incomplete' }),
  },
  党支部: {
    首页: async (asker) =>
      sumOf((await ask(asker, homeOrgs, {})).figures, ({ key, value }) =>
        ['46', '47', '48', '50'].includes(key) ? value : 0,
      ),
    大屏: wall(({ figures }) => figures.find(({ label }) => label === '其中党支部')?.value),
    党费列表: bills(({ branches }) => branches),
  },
  党组织: {
    首页: home(homeOrgs, 'orgs'),
    组织列表: total(listOrgs, { ...one }),
    大屏: wall(({ figures }) => figures.find(({ label }) => label === '基层党组织')?.value),
  },
  '本年接收（按支部大会日期）': {
    发展党员: async (asker) => (await ask(asker, overview, {})).accepted.total,
    名单: total(listFiles, { ...one, accepted: 'total' }),
    大屏: wall(({ accepted }) => accepted),
  },
  '新发展（按记入日期）': {
    增减表: line(3),
    大屏的转接数据: async (asker) => sumOf((await ask(asker, convertSecond, all)).rows, ({ recruited }) => recruited),
  },
  本年净增: {
    增减表: async (asker) => {
      const { lines } = await ask(asker, balance, {});
      const of = (no: number) => lines.find((found) => found.no === no)?.n ?? 0;
      return of(14) - of(1);
    },
    大屏: wall(({ members }) => members.net),
    大屏的转接数据: async (asker) =>
      sumOf(
        (await ask(asker, convertSecond, all)).rows,
        ({ recruited, restored, arrived, gone, left }) => recruited + restored + arrived - gone - left,
      ),
  },
  转接未办结: {
    首页: home(homeRelation, 'open'),
    办理台: async (asker) => (await ask(asker, deskCounts, {})).open,
    列表: total(listTransfers, { ...one, view: 'open' }),
    下级办理: async (asker) => (await ask(asker, listPlaces, one)).whole.open,
  },
  转接超期: {
    首页: home(homeRelation, 'overdue'),
    首页提醒: warning('relationOverdue'),
    关系异常: report('relationAbnormal', 'relationOverdue'),
  },
  工作任务逾期: {
    首页提醒: warning('officeOverdue'),
    党务办公: async (asker) => (await ask(asker, officeHome, {})).overdueWithin,
  },
  学时未达标: {
    学时列表: total(listHours, { ...one, state: 'behind' }),
    下级学时: async (asker) => sumOf((await ask(asker, orgHours, all)).rows, ({ people, met }) => people - met),
    培训报表: report('train', 'behind'),
  },
  在职党员: {
    双报到统计: async (asker) => (await ask(asker, memberCoverage, {})).total.expected,
    在职党员干部居住地: report('residenceServingPartyMembersCadres', 'expected'),
  },
  '已报到和未报到（含待审）的在职党员': {
    双报到统计: async (asker) => (await ask(asker, memberCoverage, {})).total.expected,
    在职党员干部居住地: async (asker) => {
      const { columns, total } = await ask(asker, getReport, { key: 'residenceServingPartyMembersCadres' });
      return sumOf(columns, ({ key }) =>
        ['reported', 'lacking'].includes(key)
          ? (total[columns.findIndex((found) => found.key === key)]?.value ?? 0)
          : 0,
      );
    },
  },
  在职党员未报到: {
    双报到统计: async (asker) => {
      const found = (await ask(asker, memberCoverage, {})).total;
      return found.expected - found.reported;
    },
    名单: total(lackingMembers, { ...one }),
    在职党员干部居住地: report('residenceServingPartyMembersCadres', 'lacking'),
  },
};

/** Each figure as each page says it, and as all would say it if they agreed with the first. */
export async function figuresOf(asker: Asker) {
  const found: Record<string, Record<string, number | null>> = {};
  const agreed: typeof found = {};
  for (const [figure, pages] of Object.entries(FIGURES)) {
    const shown: Record<string, number | null> = {};
    for (const [page, read] of Object.entries(pages)) {
      const value = await read(asker);
      if (value !== undefined) shown[page] = value;
    }
    const [first = null] = Object.values(shown);
    found[figure] = shown;
    agreed[figure] = Object.fromEntries(Object.keys(shown).map((page) => [page, first]));
  }
  return { found, agreed };
}
