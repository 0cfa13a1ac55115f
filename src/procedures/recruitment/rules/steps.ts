/** Kinds of what a step asks for beside its day. */
export type FactKind = 'line' | 'text' | 'whole' | 'day' | 'choice' | 'people' | 'time';

/** One fact of a step; the form, the check and the detail follow from it. */
export interface FactField {
  name: string;
  label: string;
  kind: FactKind;
  required?: true;
  max?: number;
  options?: Readonly<Record<string, string>>;
  /** Who may stand there, of `people`. */
  role?: 'contact' | 'introducer' | 'talker';
  hint?: string;
  /** The day may lie ahead. */
  future?: true;
  /** Asked of people on the move (流动人员, 细则第十六条) as if `required`. */
  ofMigrants?: true;
}

/** A paper of a step; `required` ones are handed in before the step is. */
export interface PaperKind {
  kind: string;
  label: string;
  required?: true;
  /** The person writes it, and may hand it in. */
  own?: true;
}

export interface StepDef {
  no: number;
  phase: 1 | 2 | 3 | 4 | 5;
  /** As the path writes it, in two lines. */
  short: readonly [string, string];
  title: string;
  /** What its day is. */
  dayLabel: string;
  fields: readonly FactField[];
  papers: readonly PaperKind[];
  /** The organisation with 审批预备党员权限 decides. */
  decided?: true;
  /** Decided by the vote of a meeting of this stage of the specification. */
  vote?: 7 | 9;
  /** Stages of the specification whose meetings belong to it. */
  stages?: readonly number[];
}

export const PHASES = [
  '申请入党',
  '积极分子确定和培养',
  '发展对象确定和考察',
  '预备党员接收',
  '预备党员考察和转正',
] as const;

const place: FactField = { name: 'place', label: '地点', kind: 'line', max: 60, required: true };
const time: FactField = { name: 'time', label: '时间', kind: 'time', hint: '如 15:30' };
const talker: FactField = { name: 'talker', label: '谈话人', kind: 'people', role: 'talker', required: true };
const OF_MIGRANTS = '流动人员填写，两地党组织的意见都要有';
const result = (label: string): FactField => ({ name: 'summary', label, kind: 'text', max: 1000 });

/** 发展党员的二十五个步骤 (中央组织部流程图), each with what is written down of it. */
export const STEPS: readonly StepDef[] = [
  {
    no: 1,
    phase: 1,
    short: ['递交', '申请书'],
    title: '递交入党申请书',
    dayLabel: '递交日期',
    fields: [{ name: 'received', label: '接收人', kind: 'line', max: 20 }],
    papers: [{ kind: 'application', label: '入党申请书', required: true, own: true }],
  },
  {
    no: 2,
    phase: 1,
    short: ['派人', '谈话'],
    title: '党组织派人谈话',
    dayLabel: '谈话日期',
    fields: [talker, time, place, result('谈话情况')],
    papers: [{ kind: 'talk', label: '谈话记录', required: true }],
  },
  {
    no: 3,
    phase: 2,
    short: ['推荐', '确定'],
    title: '推荐和确定入党积极分子',
    dayLabel: '支委会确定日期',
    fields: [
      {
        name: 'way',
        label: '推荐方式',
        kind: 'choice',
        required: true,
        options: { members: '党员推荐', league: '共青团推优', union: '群团组织推优' },
      },
      result('推荐和研究情况'),
    ],
    papers: [
      { kind: 'recommend', label: '推荐（推优）表', required: true },
      { kind: 'committee', label: '支委会会议记录', required: true },
    ],
    stages: [1],
  },
  {
    no: 4,
    phase: 2,
    short: ['上级', '备案'],
    title: '报上级党委备案',
    dayLabel: '备案日期',
    fields: [{ name: 'number', label: '备案文号', kind: 'line', max: 40 }],
    papers: [{ kind: 'filing', label: '备案报告', required: true }],
  },
  {
    no: 5,
    phase: 2,
    short: ['指定', '联系人'],
    title: '指定培养联系人',
    dayLabel: '指定日期',
    fields: [
      {
        name: 'contacts',
        label: '培养联系人',
        kind: 'people',
        role: 'contact',
        required: true,
        hint: '1至2名正式党员',
      },
    ],
    papers: [{ kind: 'contacts', label: '培养联系人登记' }],
    stages: [2],
  },
  {
    no: 6,
    phase: 2,
    short: ['培养', '考察'],
    title: '培养教育考察',
    dayLabel: '考察期满日期',
    fields: [{ ...result('培养教育考察意见'), required: true }],
    papers: [{ kind: 'training', label: '培养教育考察登记表', required: true }],
  },
  {
    no: 7,
    phase: 3,
    short: ['确定', '对象'],
    title: '确定发展对象',
    dayLabel: '支委会讨论日期',
    fields: [{ ...result('听取意见情况'), required: true, hint: '党小组、培养联系人、党员和群众的意见' }],
    papers: [
      { kind: 'opinions', label: '征求意见材料', required: true },
      { kind: 'committee', label: '支委会会议记录', required: true },
    ],
    stages: [3, 4],
  },
  {
    no: 8,
    phase: 3,
    short: ['报上级', '公示'],
    title: '报上级党委备案（同意）和公示',
    dayLabel: '报送日期',
    fields: [],
    papers: [
      { kind: 'report', label: '拟列为发展对象的报告', required: true },
      { kind: 'publicity', label: '公示情况报告' },
    ],
    decided: true,
  },
  {
    no: 9,
    phase: 3,
    short: ['确定', '介绍人'],
    title: '确定入党介绍人',
    dayLabel: '确定日期',
    fields: [
      {
        name: 'introducers',
        label: '入党介绍人',
        kind: 'people',
        role: 'introducer',
        required: true,
        hint: '2名正式党员',
      },
    ],
    papers: [{ kind: 'introducers', label: '入党介绍人登记' }],
    stages: [5],
  },
  {
    no: 10,
    phase: 3,
    short: ['政治', '审查'],
    title: '政治审查',
    dayLabel: '审查结论日期',
    fields: [
      {
        name: 'verdict',
        label: '审查结论',
        kind: 'choice',
        required: true,
        options: { passed: '合格', failed: '不合格' },
      },
      { name: 'self', label: '本人情况', kind: 'text', max: 500, required: true },
      { name: 'parents', label: '父母情况', kind: 'text', max: 500, required: true },
      { name: 'spouse', label: '配偶情况', kind: 'text', max: 500, required: true, hint: '没有的写“未婚”' },
      { name: 'relations', label: '主要社会关系', kind: 'text', max: 500, required: true, hint: '逐人写明姓名和关系' },
      { name: 'lettersOut', label: '发函份数', kind: 'whole', max: 50 },
      { name: 'lettersBack', label: '回函份数', kind: 'whole', max: 50 },
      { name: 'household', label: '户籍地党组织意见', kind: 'text', max: 300, ofMigrants: true, hint: OF_MIGRANTS },
      { name: 'residence', label: '居住地党组织意见', kind: 'text', max: 300, ofMigrants: true, hint: OF_MIGRANTS },
    ],
    papers: [
      { kind: 'review', label: '政审结论材料', required: true },
      { kind: 'letters', label: '函调材料' },
    ],
  },
  {
    no: 11,
    phase: 3,
    short: ['集中', '培训'],
    title: '开展集中培训',
    dayLabel: '结业日期',
    fields: [
      { name: 'days', label: '培训天数', kind: 'whole', max: 60 },
      { name: 'hours', label: '培训学时', kind: 'whole', max: 400 },
      {
        name: 'special',
        label: '未参加培训的特殊情况',
        kind: 'text',
        max: 300,
        hint: '个别特殊情况没有培训的，写明理由',
      },
    ],
    papers: [{ kind: 'certificate', label: '培训结业证明' }],
  },
  {
    no: 12,
    phase: 4,
    short: ['支委会', '审查'],
    title: '支部委员会审查',
    dayLabel: '审查日期',
    fields: [{ ...result('审查意见'), required: true }],
    papers: [{ kind: 'committee', label: '支委会审查意见', required: true }],
    stages: [6],
  },
  {
    no: 13,
    phase: 4,
    short: ['上级', '预审'],
    title: '上级党委预审',
    dayLabel: '报请预审日期',
    fields: [
      {
        name: 'leavesOn',
        label: '预计离开单位日期',
        kind: 'day',
        future: true,
        hint: '三个月内将离开工作、学习单位的填写',
      },
    ],
    papers: [{ kind: 'prereview', label: '预审请示', required: true }],
    decided: true,
    stages: [6],
  },
  {
    no: 14,
    phase: 4,
    short: ['填写', '志愿书'],
    title: '填写入党志愿书',
    dayLabel: '填写日期',
    fields: [{ name: 'bookNo', label: '志愿书编号', kind: 'line', max: 30, required: true }],
    papers: [{ kind: 'book', label: '入党志愿书', required: true, own: true }],
  },
  {
    no: 15,
    phase: 4,
    short: ['支部', '大会'],
    title: '支部大会讨论',
    dayLabel: '支部大会日期',
    fields: [],
    papers: [
      { kind: 'resolution', label: '支部大会决议', required: true },
      { kind: 'ballots', label: '票决单汇总', required: true },
    ],
    vote: 7,
    stages: [7],
  },
  {
    no: 16,
    phase: 4,
    short: ['派人', '谈话'],
    title: '上级党委派人谈话',
    dayLabel: '谈话日期',
    fields: [{ ...talker, hint: '党委委员或组织员' }, time, place, { ...result('谈话情况和意见'), required: true }],
    papers: [{ kind: 'talk', label: '谈话记录', required: true }],
  },
  {
    no: 17,
    phase: 4,
    short: ['上级', '审批'],
    title: '上级党委审批',
    dayLabel: '报请审批日期',
    fields: [],
    papers: [{ kind: 'request', label: '接收预备党员的请示' }],
    decided: true,
  },
  {
    no: 18,
    phase: 4,
    short: ['组织部', '备案'],
    title: '再上一级党委组织部门备案',
    dayLabel: '备案日期',
    fields: [{ name: 'number', label: '备案文号', kind: 'line', max: 40 }],
    papers: [{ kind: 'filing', label: '备案表', required: true }],
  },
  {
    no: 19,
    phase: 5,
    short: ['编入', '支部'],
    title: '编入党支部和党小组',
    dayLabel: '编入日期',
    fields: [{ name: 'group', label: '党小组', kind: 'line', max: 40, required: true }],
    papers: [],
  },
  {
    no: 20,
    phase: 5,
    short: ['入党', '宣誓'],
    title: '入党宣誓',
    dayLabel: '宣誓日期',
    fields: [place],
    papers: [{ kind: 'oath', label: '宣誓记录' }],
  },
  {
    no: 21,
    phase: 5,
    short: ['继续', '考察'],
    title: '继续教育考察',
    dayLabel: '考察期满日期',
    fields: [{ ...result('教育考察意见'), required: true }],
    papers: [{ kind: 'training', label: '预备党员考察登记表', required: true }],
  },
  {
    no: 22,
    phase: 5,
    short: ['转正', '申请'],
    title: '提出转正申请',
    dayLabel: '申请日期',
    fields: [],
    papers: [{ kind: 'application', label: '转正申请书', required: true, own: true }],
  },
  {
    no: 23,
    phase: 5,
    short: ['支部', '大会'],
    title: '支部大会讨论转正',
    dayLabel: '支部大会日期',
    fields: [{ ...result('党小组、党员和群众意见'), required: true }],
    papers: [
      { kind: 'committee', label: '支委会审查意见', required: true },
      { kind: 'resolution', label: '支部大会决议', required: true },
    ],
    vote: 9,
    stages: [8, 9],
  },
  {
    no: 24,
    phase: 5,
    short: ['上级', '审批'],
    title: '上级党委审批转正',
    dayLabel: '报请审批日期',
    fields: [],
    papers: [{ kind: 'request', label: '转正请示' }],
    decided: true,
  },
  {
    no: 25,
    phase: 5,
    short: ['材料', '归档'],
    title: '材料归档',
    dayLabel: '归档日期',
    fields: [{ name: 'place', label: '归档处', kind: 'line', max: 60, required: true }],
    papers: [{ kind: 'index', label: '材料目录' }],
  },
];

/** The definition of a step; there are 25. */
export function stepDefinition(no: number): StepDef {
  const def = STEPS[no - 1];
  if (!def) throw new Error(`no step ${no}`);
  return def;
}

/** 第17步“上级党委审批”. */
export const stepName = (no: number): string => `第${no}步“${stepDefinition(no).title}”`;

/** At which step somebody of a category stands when a file is opened; the steps before are on paper. */
export const FIRST_STEP: Readonly<Record<number, number>> = { 5: 1, 4: 4, 3: 9, 2: 18 };

/** The category that the end of a step brings. */
export const CATEGORY_AFTER: Readonly<Record<number, number>> = { 3: 4, 8: 3, 17: 2, 24: 1 };
