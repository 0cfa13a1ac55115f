import { PERSON_FIELDS } from '#people/member/rules/fields.ts';
import type { RowCheck } from '#people/member/rules/recordChecks.ts';
import { REQUIRED_FIELDS } from '#people/member/rules.ts';

/** What kind of fault a check finds, in the order of the page. */
export const CHECK_KINDS = {
  missing: '缺少的信息',
  contradictory: '互相矛盾',
  impossible: '不可能的值',
  duplicate: '重复',
} as const;
export type CheckKind = keyof typeof CHECK_KINDS;

/** 严重: figures and procedures rest on it, or it cannot be; 一般: to be looked at. */
export const SEVERITIES = { grave: '严重', plain: '一般' } as const;
export type Severity = keyof typeof SEVERITIES;

/** A fault that a record of the roll may have. `server/queries/quality.ts` says when, in SQL. */
export interface Check {
  key: string;
  kind: CheckKind;
  severity: Severity;
  label: string;
  /** The fields, by wire name, in which it is fixed. */
  fields: readonly string[];
  /** Where the rule is written; empty for plain logic. */
  clause: string;
}

const GRAVE_GAPS: readonly string[] = ['name', 'idCard', 'birthDate', 'admissionDate', 'conversionDate'];
const wireOf = (field: string) => PERSON_FIELDS.find((one) => one.field === field)?.wire ?? field;

const CONSTITUTION_1 = '《中国共产党章程》第一条';
const CONSTITUTION_7 = '《中国共产党章程》第七条';

const missing: readonly Check[] = REQUIRED_FIELDS.map(({ field, label }) => ({
  key: `no-${wireOf(field)}`,
  kind: 'missing',
  severity: GRAVE_GAPS.includes(field) ? 'grave' : 'plain',
  label: `没有${label}`,
  fields: [wireOf(field)],
  clause: '',
}));

const check = (
  kind: CheckKind,
  severity: Severity,
  key: string,
  label: string,
  fields: readonly string[],
  clause = '',
): Check => ({ key, kind, severity, label, fields, clause });

/**
 * All checks, in the order of the page. Those of `contradictory` and `impossible` are the problems of `rules/checks.ts`
 * (a test holds the two equal), those of the rows of the tabs the
 * ones of `rules/recordChecks.ts`; and there is what only the database knows: the branch and the twin.
 */
export const CHECKS: readonly Check[] = [
  ...missing,
  check('contradictory', 'grave', 'card-birth', '出生日期与身份证号不一致', ['birthDate', 'idCardNo'], 'GB 11643'),
  check('contradictory', 'grave', 'card-gender', '性别与身份证号不一致', ['gender', 'idCardNo'], 'GB 11643'),
  check('contradictory', 'grave', 'joined-young', '入党时未满18岁', ['admissionDate', 'birthDate'], CONSTITUTION_1),
  check('contradictory', 'plain', 'applied-young', '申请入党时未满18岁', ['appliedOn', 'birthDate'], CONSTITUTION_1),
  check('contradictory', 'grave', 'full-before-joined', '转正日期早于入党日期', ['conversionDate', 'admissionDate']),
  check(
    'contradictory',
    'plain',
    'short-probation',
    '预备期不足一年',
    ['conversionDate', 'admissionDate'],
    CONSTITUTION_7,
  ),
  check('contradictory', 'grave', 'applied-after-joined', '申请入党日期晚于入党日期', ['appliedOn', 'admissionDate']),
  check('contradictory', 'grave', 'branch-before-birth', '进入支部日期早于出生日期', ['joinedBranchOn', 'birthDate']),
  check('contradictory', 'plain', 'branch-before-joined', '进入支部日期早于入党日期', [
    'joinedBranchOn',
    'admissionDate',
  ]),
  check('contradictory', 'grave', 'joined-no-member', '未入党的人员有入党或转正日期', [
    'admissionDate',
    'conversionDate',
    'personCategory',
  ]),
  check(
    'contradictory',
    'grave',
    'probationary-full',
    '预备党员有转正日期',
    ['conversionDate', 'personCategory'],
    CONSTITUTION_7,
  ),
  check(
    'contradictory',
    'plain',
    'long-probation',
    '预备期连同延长期已满两年',
    ['personCategory', 'conversionDate', 'admissionDate'],
    '《中国共产党发展党员工作细则》第三十一条',
  ),
  check('contradictory', 'grave', 'row-before-birth', '档案分表的日期早于出生日期', ['birthDate']),
  check(
    'contradictory',
    'plain',
    'worked-young',
    '参加工作时未满16岁',
    ['birthDate'],
    '《中华人民共和国劳动法》第十五条',
  ),
  check('contradictory', 'plain', 'row-before-joined', '党内职务、代表、奖惩或进入登记早于入党日期', ['admissionDate']),
  check(
    'contradictory',
    'plain',
    'post-in-probation',
    '预备期内任党内职务或当选代表',
    ['admissionDate', 'conversionDate'],
    CONSTITUTION_7,
  ),
  check('contradictory', 'grave', 'row-after-leaving', '出党后还有党内职务、代表或奖惩', []),
  check('contradictory', 'grave', 'row-overlap', '职务、代表、出国（境）、流动或困难时间重叠', []),
  check('contradictory', 'plain', 'entry-after-branch', '审核通过的进入登记晚于进入支部日期', ['joinedBranchOn']),
  check('impossible', 'grave', 'bad-card', '身份证号不合规则', ['idCardNo'], 'GB 11643'),
  check('impossible', 'grave', 'future', '日期晚于今天', [
    'birthDate',
    'appliedOn',
    'admissionDate',
    'conversionDate',
    'joinedBranchOn',
  ]),
  check('impossible', 'plain', 'very-old', '年龄超过110岁', ['birthDate']),
  check('impossible', 'grave', 'no-branch', '不在党支部', ['orgId']),
  check('duplicate', 'grave', 'duplicate', '疑似重复', []),
];

/** The checks that look at the rows of the tabs. */
export const ROW_CHECKS: readonly RowCheck[] = [
  'row-before-birth',
  'worked-young',
  'row-before-joined',
  'post-in-probation',
  'row-after-leaving',
  'row-overlap',
  'entry-after-branch',
];

export const checkOf = (key: string): Check | undefined => CHECKS.find((one) => one.key === key);
