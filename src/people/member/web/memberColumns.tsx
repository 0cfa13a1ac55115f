import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { MEMBERSHIP_STATUSES, type MemberRow, PERSON_CATEGORIES } from '../contract.ts';
import { EDUCATION_BANDS } from '../rules/facts.ts';
import './member.css';

/** Colours of the person categories (look: grey, gold for those on probation, red for targets, blue for activists). */
const TONES: Readonly<Record<number, string>> = { 2: 'gold', 3: 'red', 4: 'info' };
/** The short names of the mock; the dictionary's full ones stand in the record. */
const SHORT: Readonly<Record<number, string>> = { 4: '积极分子', 5: '申请人' };

/** A person's category as an outlined tag. */
export function CategoryTag({ category, name }: { category: number; name: string }) {
  return <span className={`tag ${TONES[category] ?? ''}`}>{SHORT[category] ?? name}</span>;
}

/** A person's name as shown: one without a name is named by the id (specification, section 3). */
export const nameOf = (row: { id: string; name: string }) => row.name || `无名${row.id}`;

/** 工作岗位, dictionary 0008. */
const OCCUPATIONS = [
  '工人（工勤技能人员）',
  '农牧渔民',
  '专业技术人员',
  '管理人员',
  '党政机关工作人员',
  '学生',
  '离退休人员',
  '其他',
];

export const memberColumns: readonly Column<MemberRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 74,
    always: true,
    sort: 'name',
    card: 'title',
    cell: (row) => <RowLink to={`/affairs/member/browse/${row.id}`}>{nameOf(row)}</RowLink>,
  },
  {
    key: 'gender',
    title: '性别',
    width: 44,
    cell: (row) => row.genderName,
    filter: {
      kind: 'choice',
      name: 'gender',
      options: [
        { value: '1', label: '男' },
        { value: '2', label: '女' },
      ],
    },
    moreFilter: true,
  },
  {
    key: 'idCardNo',
    title: '身份证号',
    width: 152,
    card: 'line',
    cell: (row) => <span className="secondary">{row.idCardNo || '—'}</span>,
  },
  {
    key: 'education',
    title: '学历',
    notLarge: true,
    width: 92,
    cell: (row) => row.educationName || noValue,
    filter: {
      kind: 'choice',
      name: 'education',
      options: [...EDUCATION_BANDS.map(({ value, label }) => ({ value, label })), { value: 'none', label: '未填' }],
    },
  },
  {
    key: 'personCategory',
    title: '人员类别',
    width: 98,
    card: 'tag',
    cell: (row) => <CategoryTag category={row.personCategory} name={row.personCategoryName} />,
    filter: {
      kind: 'choice',
      name: 'pmType',
      multiple: true,
      options: optionsOf(PERSON_CATEGORIES),
    },
  },
  {
    key: 'orgName',
    title: '所在党支部',
    width: 142,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
  },
  {
    key: 'admissionDate',
    title: '入党日期',
    width: 98,
    sort: 'admissionDate',
    cell: (row) => row.admissionDate ?? noValue,
    filter: { kind: 'days', from: 'admittedFrom', to: 'admittedTo' },
  },
  { key: 'partyAge', title: '党龄', notLarge: true, width: 52, align: 'right', cell: (row) => row.partyAge ?? noValue },
  {
    key: 'phonenumber',
    title: '手机号',
    notLarge: true,
    width: 112,
    card: 'line',
    cell: (row) => row.phonenumber || noValue,
  },
  {
    key: 'nation',
    title: '民族',
    width: 74,
    startsHidden: true,
    cell: (row) => row.nationName,
    filter: {
      kind: 'choice',
      name: 'nation',
      options: [
        { value: '01', label: '汉族' },
        { value: 'minority', label: '少数民族' },
        { value: '15', label: '土家族' },
        { value: '06', label: '苗族' },
        { value: '03', label: '回族' },
      ],
    },
    moreFilter: true,
  },
  {
    key: 'occupation',
    title: '工作岗位',
    width: 140,
    startsHidden: true,
    cell: (row) => row.occupationName || noValue,
    filter: {
      kind: 'choice',
      name: 'occupation',
      options: [
        ...OCCUPATIONS.map((label, index) => ({ value: String(index + 1), label })),
        { value: '0', label: '未填' },
      ],
    },
    moreFilter: true,
  },
  {
    key: 'membershipStatus',
    title: '党籍状态',
    width: 90,
    startsHidden: true,
    cell: (row) => row.membershipStatusName || noValue,
    filter: {
      kind: 'choice',
      name: 'membershipStatus',
      options: optionsOf(MEMBERSHIP_STATUSES),
    },
    moreFilter: true,
  },
  {
    key: 'age',
    title: '年龄',
    width: 52,
    align: 'right',
    startsHidden: true,
    sort: 'age',
    cell: (row) => row.age ?? noValue,
    filter: { kind: 'numbers', from: 'ageFrom', to: 'ageTo', unit: '岁' },
    moreFilter: true,
  },
  {
    key: 'completeness',
    title: '完整度',
    notLarge: true,
    width: 72,
    align: 'right',
    card: 'side',
    cell: (row) => <Completeness percent={row.completeness} />,
  },
];

function Completeness({ percent }: { percent: number }) {
  if (percent >= 80) return <>{percent}%</>;
  return (
    <b className="member-low">
      <Icon name="warning" size={13} />
      {percent}%
    </b>
  );
}
