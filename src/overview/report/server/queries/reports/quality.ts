import { sql } from 'kysely';
import { PERSON_CATEGORIES } from '#people/member/contract.ts';
import { checkOf } from '#people/member/rules/quality.ts';
import {
  countFaults,
  countKept,
  type FaultRecord,
  faultRows,
  faultsAfter,
  hasGraveFault,
  keptRows,
  NOBODY_LEFT_OUT,
  qualityByPlace,
} from '#people/member/server/index.ts';
import { shareOf } from '#platform/text/share.ts';
import {
  type Column,
  type Counted,
  childLength,
  type List,
  type ListedRow,
  type Numbers,
  type Question,
  type Report,
  readAfter,
} from '../../kit.ts';
import { peopleList } from './people.ts';

const PAGE = '/contentManager/dataQuality';
const DUPLICATE = 'duplicate';

/** A column of a check of data quality, which is asked for by its own key. */
const check = (key: string, title: string, group?: string): Column => ({
  key,
  title,
  unit: 'people',
  isLate: true,
  listed: true,
  ...(group ? { group } : {}),
  href: (orgId) => `${PAGE}?check=${key}&orgId=${orgId}`,
});

/** Counts of the checks of 数据质量, as that page counts them. */
async function count(
  { db, scope, sight, org }: Question,
  also: (row: { complete: number; grave: number }) => Numbers,
): Promise<Counted> {
  const rows = await qualityByPlace(db, scope, childLength({ org }), sight);
  return {
    byCode: new Map(rows.map(({ place, people, found, ...row }) => [place, { people, ...found, ...also(row) }])),
  };
}

/** Whom a check finds, id card numbers masked. */
const found = (first: string): List => ({
  unit: 'people',
  first,
  columns: [
    { key: 'name', title: '姓名', width: 120 },
    { key: 'category', title: '人员类别', width: 120 },
    { key: 'card', title: '身份证号', width: 200 },
    { key: 'birthDate', title: '出生日期', width: 120 },
    { key: 'fault', title: '问题', width: 220 },
    { key: 'orgName', title: '党支部', width: 260 },
  ],
  async page({ db, scope, sight }, column, limit, offset) {
    const key = checkOf(column) ? column : first;
    const [rows, total] =
      key === DUPLICATE || scope.codes
        ? await Promise.all([faultRows(db, sight, scope, key, { limit, offset }), countFaults(db, sight, scope, key)])
        : await Promise.all([keptRows(db, scope, key, { limit, offset }), countKept(db, scope, key)]);
    return { total, rows: rows.map((row) => faultRow(row, key)) };
  },
  chunks({ db, scope, sight }, column, size) {
    const key = checkOf(column) ? column : first;
    return readAfter<FaultRecord>(
      size,
      (last) => faultsAfter(db, sight, scope, key, last, size),
      (row) => faultRow(row, key),
    );
  },
});

const faultRow = (row: FaultRecord, key: string): ListedRow => ({
  id: row.id,
  href: `/affairs/member/browse/${row.id}`,
  cells: [
    row.name,
    PERSON_CATEGORIES[row.person_category as keyof typeof PERSON_CATEGORIES] ?? '',
    row.id_card_mask ?? '',
    row.birth_date ?? '',
    checkOf(key)?.label ?? '',
    row.org_name,
  ],
});

/** Whom no single check finds: everybody on the roll, of these the complete records and those with something grave. */
const WHOLE = ['people', 'complete', 'grave'] as const;
const whole = peopleList('people', (column, { sight }) => ({
  ...NOBODY_LEFT_OUT,
  membershipStatus: 1,
  also: column === 'complete' ? [sql`completeness = 100`] : column === 'grave' ? [hasGraveFault(sight)] : [],
}));

const FAULTS = ['no-idCardNo', 'bad-card', 'card-birth', 'card-gender', DUPLICATE] as const;

/** 身份证统计. */
export const identityCards: Report = {
  key: 'identityCardStatistics',
  words: [
    '在册的正式党员、预备党员、发展对象、积极分子和申请人；号码按《公民身份号码》（GB 11643）检查位数、日期和校验位，名单里只显示遮蔽后的号码。',
    '疑似重复：身份证号、姓名和出生日期，或手机号相同、还没有核实的，与“重复人员”同一口径；同一个人可能有几项问题，各栏不能相加。',
  ],
  columns: [
    { key: 'people', title: '在册人员', unit: 'people', listed: true },
    check('no-idCardNo', '没有号码'),
    check('bad-card', '不合规则'),
    check('card-birth', '出生日期不一致', '与档案'),
    check('card-gender', '性别不一致', '与档案'),
    check(DUPLICATE, '疑似重复'),
  ],
  count: (question) => count(question, () => ({})),
  list: found(FAULTS[1]),
  lists: [{ of: WHOLE, ...whole }],
};

/** 反馈表: what each organisation gets back of the check of its records, to put right. */
export const feedback: Report = {
  key: 'feedbackTable',
  words: [
    '数据核查后反馈给各党组织的问题，口径与“数据质量”相同：在册人员完整率是全部在册人员中必填信息没有缺项的比例，首页的信息完整率只看党籍正常的党员；有严重问题的是至少一项严重问题的人员。',
    '严重问题是统计数字和程序所依据的信息缺失、矛盾或不可能，应先改；同一个人可能有几项问题，各栏不能相加。',
  ],
  columns: [
    { key: 'people', title: '在册人员', unit: 'people', listed: true },
    { key: 'complete', title: '信息完整', unit: 'people', listed: true },
    { key: 'rate', title: '在册人员完整率', unit: 'percent', of: ({ complete, people }) => shareOf(complete, people) },
    { key: 'grave', title: '有严重问题', unit: 'people', isLate: true, listed: true },
    check('no-idCardNo', '没有身份证号', '缺少'),
    check('no-birthDate', '没有出生日期', '缺少'),
    check('no-admissionDate', '没有入党日期', '缺少'),
    check('bad-card', '身份证号不合规则', '严重'),
    check('card-birth', '出生日期不一致', '严重'),
    check('joined-young', '入党未满18岁', '严重'),
    check('future', '日期晚于今天', '严重'),
    check('no-branch', '不在党支部', '严重'),
    check(DUPLICATE, '疑似重复', '严重'),
  ],
  count: (question) => count(question, ({ complete, grave }) => ({ complete, grave })),
  list: found('bad-card'),
  lists: [{ of: WHOLE, ...whole }],
};
