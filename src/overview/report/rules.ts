import { quarterText } from '#platform/time/periods.ts';

/** What a report may be asked for: a year, a quarter, a month. */
export const PERIODS = { year: '按年', quarter: '按季', month: '按月' } as const;
export type PeriodKind = keyof typeof PERIODS;

export const GROUPS = {
  people: '党员和组织',
  dues: '党费',
  flow: '流动、组织关系和双报到',
  study: '教育培训',
} as const;
export type GroupKey = keyof typeof GROUPS;

interface Entry {
  title: string;
  group: GroupKey;
  /** Whose numbers it counts: without it nobody sees the report. */
  right: string;
  /** What it answers, in one line of the overview. */
  about: string;
  /** Reports of one word of the field whose pages lead to each other: which, and what the tab is called. */
  tab?: { of: string; name: string };
}

/** The reports by key, which is also the last part of their address; what each counts stands in `server/queries/reports`. */
export const REPORTS = {
  countChangeReport: {
    title: '党员增减报表',
    group: 'people',
    right: 'relation:approve',
    about: '期初、发展、转入、恢复、转出、死亡、出党、停止党籍、期末',
  },
  organizationList: {
    title: '组织清单',
    group: 'people',
    right: 'org:read',
    about: '各类党组织的数量、党员数，逐个列出书记和联系电话',
  },
  statisic: {
    title: '统计分析',
    group: 'people',
    right: 'member:read',
    about: '人员类别、性别、民族、年龄、学历和党龄的构成，有图',
  },
  over100Report: {
    title: '百岁党员报表',
    group: 'people',
    right: 'member:read',
    about: '年满100周岁的党员，和一年内将满的',
    tab: { of: 'over100', name: '百岁党员' },
  },
  over100Organizations: {
    title: '超百名党员的党支部、党总支',
    group: 'people',
    right: 'org:read',
    about: '党员超过100名而没有改设的党总支、党支部，和超过50名的党支部',
    tab: { of: 'over100', name: '超百名党员的党组织' },
  },
  identityCardStatistics: {
    title: '身份证统计',
    group: 'people',
    right: 'member:read',
    about: '没有号码、不合规则、与档案不一致和疑似重复的人员',
  },
  feedbackTable: {
    title: '反馈表',
    group: 'people',
    right: 'member:read',
    about: '数据核查后反馈给各党组织的问题，完整率和要先改的',
  },
  monthlyDuesSummary: {
    title: '党费月度汇总',
    group: 'dues',
    right: 'dues:read',
    about: '一个月或一个季度的应缴、已缴、欠缴和收缴率',
  },
  yearlyDuesSummary: {
    title: '党费年度汇总',
    group: 'dues',
    right: 'dues:read',
    about: '一年的应缴、已缴、欠缴和收缴率，逐月列出',
  },
  organizationDues: {
    title: '组织党费',
    group: 'dues',
    right: 'dues:read',
    about: '各组织收到的党费，应上缴、已上缴和未上缴',
  },
  duesNoSet: {
    title: '未设党费标准',
    group: 'dues',
    right: 'dues:read',
    about: '应当缴纳党费而没有设标准、也没有应缴的党员',
  },
  outGoingBase: {
    title: '流出党员总表',
    group: 'flow',
    right: 'floating:read',
    about: '在外的流动党员：流向、纳入、持证、联系超期和失联',
  },
  outGoingBaseInfo: {
    title: '流出党员基本信息',
    group: 'flow',
    right: 'floating:read',
    about: '在外的流动党员：性别、年龄、学历和流动原因',
  },
  outGoingInfo: {
    title: '流出党员明细',
    group: 'flow',
    right: 'floating:read',
    about: '一段时间里流出、返回和转组织关系的，逐人列出',
  },
  waitConfirmMobileParty: {
    title: '待确认流动党员',
    group: 'flow',
    right: 'floating:read',
    about: '流出、流入登记后还没有确认的，超过7天的另列',
  },
  relationAbnormal: {
    title: '关系异常',
    group: 'flow',
    right: 'relation:approve',
    about: '转接超期、介绍信过期、回执逾期和毕业生超期未转',
  },
  residenceServingPartyMembersCadres: {
    title: '在职党员干部居住地',
    group: 'flow',
    right: 'sbd:read',
    about: '在职党员向居住社区报到的情况，报到社区和小区',
  },
  train: {
    title: '培训报表',
    group: 'study',
    right: 'hours:read',
    about: '一年学时的完成情况，线下培训的场次和人次',
  },
  examination: {
    title: '考试报表',
    group: 'study',
    right: 'exam:write',
    about: '考试的应考、参考、缺考和及格，逐场列出',
  },
  test: {
    title: '测试报表',
    group: 'study',
    right: 'exam:write',
    about: '学院测试的应考、参考、缺考和及格，逐场列出',
  },
  knowledge: {
    title: '知识库报表',
    group: 'study',
    right: 'edu:write',
    about: '文档的发布和阅读，读得最多的文档',
  },
  dianjiaopian: {
    title: '电教片报表',
    group: 'study',
    right: 'edu:write',
    about: '视频的发布、收看和看完，收看最多的片子',
  },
} as const satisfies Readonly<Record<string, Entry>>;
export type ReportKey = keyof typeof REPORTS;
export const REPORT_KEYS = Object.keys(REPORTS) as [ReportKey, ...ReportKey[]];
/** The reports that stand beside one another as tabs; none: a report by itself. */
export const tabsOf = (key: ReportKey): { key: ReportKey; name: string; right: string }[] => {
  const of = (one: ReportKey): Entry['tab'] => (REPORTS[one] as Entry).tab;
  const tab = of(key)?.of;
  return tab === undefined
    ? []
    : REPORT_KEYS.filter((one) => of(one)?.of === tab).map((one) => ({
        key: one,
        name: of(one)?.name ?? '',
        right: REPORTS[one].right,
      }));
};
/** The page of a report; of an own one by its key `own-<id>`, of a frozen table by `frozen-<freeze>-<table>`. */
export const pathOf = (key: string): string =>
  `/decisionSupport/${key.replace(/^own-/, 'own/').replace(/^frozen-/, 'annual/table/')}`;
export const OVERVIEW = '/decisionSupport/dataReport/overview';

/** A period as its days, both included. */
export interface Span {
  value: string;
  kind: PeriodKind;
  label: string;
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
}

const PERIOD = /^(20\d{2})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/;
const twoDigits = (n: number) => String(n).padStart(2, '0');
const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** `2026`, `2026-Q3` and `2026-09` as their days; null: it is no period. */
export function spanOf(value: string): Span | null {
  const [, y = '', quarter, month] = PERIOD.exec(value) ?? [];
  if (!y) return null;
  const year = Number(y);
  const [first, last] = quarter
    ? [Number(quarter) * 3 - 2, Number(quarter) * 3]
    : month
      ? [Number(month), Number(month)]
      : [1, 12];
  return {
    value,
    kind: quarter ? 'quarter' : month ? 'month' : 'year',
    label: quarter ? quarterText(y, quarter) : month ? `${y}年${Number(month)}月` : `${y}年`,
    from: `${y}-${twoDigits(first)}-01`,
    to: `${y}-${twoDigits(last)}-${lastDay(year, last)}`,
  };
}

/** How many ended years ages may still be counted for. */
const AGE_YEARS_BACK = 3;
/** The years on whose last day ages may be counted, the present one first. @param today `YYYY-MM-DD` */
export const ageYears = (today: string): string[] =>
  Array.from({ length: AGE_YEARS_BACK + 1 }, (_, back) => String(Number(today.slice(0, 4)) - back));
/** The day on which annual tables count ages: 31 December of the year (党内统计年报). */
export const ageDayOf = (year: string): string => `${year}-12-31`;

/** The period of a kind in which a day lies. @param today `YYYY-MM-DD` */
export function periodOfDay(kind: PeriodKind, today: string): string {
  if (kind === 'year') return today.slice(0, 4);
  if (kind === 'month') return today.slice(0, 7);
  return `${today.slice(0, 4)}-Q${Math.ceil(Number(today.slice(5, 7)) / 3)}`;
}

const OFFERED: Readonly<Record<PeriodKind, number>> = { year: 6, quarter: 12, month: 36 };

/** The periods of a kind that are offered, the present one first. */
export function periodsBack(kind: PeriodKind, today: string): Span[] {
  const step = kind === 'year' ? 12 : kind === 'quarter' ? 3 : 1;
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1;
  return Array.from({ length: OFFERED[kind] }, (_, back) => {
    const at = months - back * step;
    return spanOf(periodOfDay(kind, `${Math.floor(at / 12)}-${twoDigits((at % 12) + 1)}-01`));
  }).filter((one) => one !== null);
}

/** What a number counts. `percent` is drawn from two others. */
export const UNITS = {
  people: '人',
  orgs: '个',
  fen: '元',
  cases: '件',
  percent: '%',
  times: '次',
  hours: '学时',
  months: '个月',
  persons: '人次',
  minutes: '分钟',
  copies: '篇',
  films: '部',
} as const;
export type Unit = keyof typeof UNITS;

/** Fen as yuan with two decimals, as sheets and papers write them. */
export const yuanText = (fen: number): string => (fen / 100).toFixed(2);

/** A cell as sheets and papers write it: nothing known is a dash, which is not zero. */
export function cellText(value: number | null, unit: Unit): string {
  if (value === null) return '—';
  if (unit === 'fen') return yuanText(value);
  return unit === 'percent' ? `${value}%` : String(value);
}
