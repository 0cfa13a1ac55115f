import type { ApproverStep, Place, Step, Timeout } from '#kernel/workflow/contract.definition.ts';
import type { MatterCategory } from '#kernel/workflow/contract.matter.ts';
import type { Decision } from '#kernel/workflow/contract.ts';

/** The role that decides and raises. */
export const WORKER = 3;
/** Fen. */
export const YUAN = 100;

const approver = (id: string, name: string, place: Place, hours: number | null): ApproverStep => {
  const timeout: Timeout | null = hours === null ? null : { hours, act: 'remind', to: null };
  return { kind: 'approver', id, name, who: { kind: 'role', roleId: WORKER, place }, mode: 'any', timeout };
};
const from = (yuan: number) => [{ field: 'amount', operator: 'ge' as const, value: yuan * YUAN }];
// Of a committee the district is the superior already, and nobody signs twice.
const belowCommittees = { field: 'orgLevel', operator: 'ge' as const, value: 4 };

/** 上级 for every activity; whatever costs much goes to the district as well. */
const activity: Step[] = [
  approver('up', '上级党组织审批', 'superior', 72),
  {
    kind: 'branches',
    id: 'by-cost',
    branches: [
      {
        id: 'costly',
        name: '经费较多',
        isDefault: false,
        conditions: [...from(5000), belowCommittees],
        steps: [approver('district', '区县委组织部审批', 2, 72)],
      },
      { id: 'plain', name: '其他', isDefault: true, conditions: [], steps: [] },
    ],
  },
];
/** The more it costs the further up it goes. */
const expense: Step[] = [
  approver('up', '上级党组织审批', 'superior', 48),
  {
    kind: 'branches',
    id: 'by-cost',
    branches: [
      {
        id: 'large',
        name: '支部两万元以上',
        isDefault: false,
        conditions: [...from(20_000), belowCommittees],
        steps: [approver('district', '区县委审批', 2, 72), approver('city', '市委审批', 1, 120)],
      },
      {
        id: 'large2',
        name: '党委两万元以上',
        isDefault: false,
        conditions: from(20_000),
        steps: [approver('city2', '市委审批', 1, 120)],
      },
      {
        id: 'middle',
        name: '支部五千元以上',
        isDefault: false,
        conditions: [...from(5000), belowCommittees],
        steps: [approver('district2', '区县委审批', 2, 72)],
      },
      { id: 'small', name: '其他', isDefault: true, conditions: [], steps: [] },
    ],
  },
];
/** Not finished: its branches have no default yet. */
const commendation: Step[] = [
  approver('up', '上级党组织初审', 'superior', null),
  {
    kind: 'branches',
    id: 'by-org',
    branches: [
      {
        id: 'branch',
        name: '党支部推荐',
        isDefault: false,
        conditions: [{ field: 'orgType', operator: 'in', value: ['46', '47'] }],
        steps: [approver('district', '区县委审批', 2, null)],
      },
    ],
  },
];

/** The city's processes: two in use, one that has a fault yet. */
export const PROCESSES: { name: string; description: string; steps: Step[]; published: boolean }[] = [
  { name: '党组织活动审批', description: '主题党日、走访慰问、集中培训等活动的方案', steps: activity, published: true },
  { name: '工作经费使用审批', description: '党组织工作经费的使用，按金额逐级审批', steps: expense, published: true },
  { name: '评优表彰推荐审批', description: '“两优一先”推荐，正在设计', steps: commendation, published: false },
];

/** A matter of the demo. */
export interface Item {
  /** Index into the accounts. */
  by: number;
  process: number;
  title: string;
  category: MatterCategory;
  text: string;
  yuan: number | null;
  /** Days before today. */
  ago: number;
  /** What was decided, node by node. */
  decisions: [Decision, string][];
}

const DISTRICT = 2;
const STREET = 3;
const BRANCH = 4;
const COLLEGE = 8;

/** Matters at every stage. */
export const ITEMS: Item[] = [
  {
    by: BRANCH,
    process: 1,
    title: '购置党员活动室书架和图书',
    category: 'expense',
    text: '拟购置书架两组、党建图书一百二十册，充实党员活动室，经费从支部工作经费中列支。',
    yuan: 4300,
    ago: 9,
    decisions: [['return', '请补充三家比价材料，说明图书目录。']],
  },
  {
    by: BRANCH,
    process: 0,
    title: '重阳节走访慰问老党员',
    category: 'activity',
    text: '拟走访慰问党龄五十年以上的老党员七名，每户送米油一份，由支部委员分组上门。',
    yuan: 1400,
    ago: 40,
    decisions: [['agree', '同意。请做好走访记录。']],
  },
  {
    by: BRANCH,
    process: 1,
    title: '更换会议室投影设备',
    category: 'expense',
    text: '会议室投影机使用已满八年，画面模糊，拟更换为会议一体机一台。',
    yuan: 26_800,
    ago: 21,
    decisions: [
      ['agree', '设备确已老旧，同意上报。'],
      ['reject', '社区已列入明年统一采购，不单独购置。'],
    ],
  },
  {
    by: BRANCH,
    process: 1,
    title: '困难党员冬季慰问经费',
    category: 'expense',
    text: '经支委会研究，拟对患病、失独等困难党员十二名进行冬季慰问，每人七百元。',
    yuan: 8400,
    ago: 4,
    decisions: [['agree', '名单已核对，同意。']],
  },
  {
    by: BRANCH,
    process: 0,
    title: '十一月主题党日：参观江防纪念馆',
    category: 'activity',
    text: '拟组织支部党员四十五名参观江防纪念馆，重温入党誓词，往返租用大客车一辆。',
    yuan: 1800,
    ago: 3,
    decisions: [],
  },
  {
    by: BRANCH,
    process: 1,
    title: '年度党报党刊订阅',
    category: 'expense',
    text: '按规定订阅明年度党报党刊，发至支部和各党小组。',
    yuan: 3260,
    ago: 2,
    decisions: [],
  },
  {
    by: BRANCH,
    process: 0,
    title: '预备党员集中培训',
    category: 'activity',
    text: '拟于下月组织预备党员和发展对象集中培训三天，共二十四学时，请街道党校安排师资。',
    yuan: null,
    ago: 1,
    decisions: [],
  },
  {
    by: BRANCH,
    process: 0,
    title: '与区医院党支部联合开展义诊',
    category: 'activity',
    text: '拟与区人民医院内科党支部联合开展社区义诊一次，服务老年居民约二百人次。',
    yuan: 900,
    ago: 0,
    decisions: [],
  },
  {
    by: STREET,
    process: 1,
    title: '街道党群服务中心改造',
    category: 'expense',
    text: '拟改造党群服务中心一楼大厅，增设党员报到窗口和学习角，工期二十天。',
    yuan: 36_000,
    ago: 6,
    decisions: [['agree', '列入年度计划，同意报市委。']],
  },
  {
    by: STREET,
    process: 0,
    title: '街道党员志愿服务集中行动',
    category: 'activity',
    text: '拟组织在职党员三百人次，分六个片区开展环境整治和敲门行动。',
    yuan: 6200,
    ago: 2,
    decisions: [],
  },
  {
    by: COLLEGE,
    process: 1,
    title: '学生党建工作室建设经费',
    category: 'expense',
    text: '拟在三个学生社区建设党建工作室，购置桌椅、展板和书籍。',
    yuan: 15_000,
    ago: 5,
    decisions: [],
  },
  {
    by: DISTRICT,
    process: 0,
    title: '全区党务工作者业务培训班',
    category: 'activity',
    text: '拟举办党务工作者业务培训班一期，培训一百二十人，时间三天，地点在区委党校。',
    yuan: 18_000,
    ago: 15,
    decisions: [['agree', '同意，请把发展党员细则修订内容列入课程。']],
  },
];
