/** What is known of a person who is to be transferred. */
export interface Subject {
  id: string;
  category: number;
  status: number;
  isFloating: boolean;
  isLost: boolean;
  /** Months that are due and not paid. */
  owed: readonly string[];
  /** The step of a running development file; null: none runs. */
  fileId: string | null;
  step: number | null;
  /** Another transfer of the person that is not over; null: none. */
  openId: string | null;
  /** A standard of dues counts this month. */
  hasStandard: boolean;
  /** Punishments whose time runs: 留党察看. */
  punished: boolean;
  /** Posts of the current leadership, wherever. */
  posts: readonly string[];
  isAbroad: boolean;
  /** Labels of what the letter needs and the record lacks. */
  gaps: readonly string[];
}

/** One rule and what it found. */
export interface Finding {
  code: string;
  title: string;
  ok: boolean;
  level: 'block' | 'warn';
  evidence: string;
  clause: string;
  /** What the user may do about it; empty where it is in order. */
  wayOut: string;
}

/** Where the workers of an organisation put right what a rule found. */
export interface Mending {
  label: string;
  to: string;
}

/** The page behind a finding that speaks against a transfer; null: there is none, or nothing to be put right. */
export function mendingOf({ code, ok }: Finding, one: Subject): Mending | null {
  if (ok) return null;
  const record = { label: '人员档案', to: `/affairs/member/browse/${one.id}` };
  switch (code) {
    case 'OPEN':
      return { label: '未办结的转接', to: `/affairs/relation/businessHandle/${one.openId ?? ''}/open` };
    case 'STANDARD':
      return { label: '设置党费标准', to: `/affairs/dues/dues-standard/${one.id}/-/add` };
    case 'DUES':
      return { label: '缴费记录', to: `/affairs/dues/member-record/${one.id}/-/0` };
    case 'RECRUITMENT':
      return { label: '发展档案', to: `/affairs/recruitment/detailInfo?id=${one.fileId ?? ''}` };
    case 'NOT_MEMBER':
      return { label: '材料移交', to: '/affairs/recruitment/handovers' };
    case 'GAPS':
      return { label: '修改人员信息', to: `/affairs/member/edit/${one.id}` };
    default:
      return record;
  }
}

const EDU = '《中国共产党党员教育管理工作条例》';
/** Between these steps of 发展党员 a branch has taken on what another one cannot go on with. */
export const FIXED_STEPS = { from: 12, to: 17 } as const;

/** Whether a development file stands where it stays with its branch. */
export const isFixedStep = (step: number | null): boolean =>
  step !== null && step >= FIXED_STEPS.from && step <= FIXED_STEPS.to;

/**
 * What speaks against a transfer, with its clause and the way out; a finding of level `block` stops the submission.
 * @param way `out`: to an organisation outside
 */
export function findingsOf(one: Subject, way: 'inside' | 'out', duesBlock: boolean): Finding[] {
  const isMember = one.category <= 2;
  const found: Finding[] = [];
  const say = (
    code: string,
    title: string,
    ok: boolean,
    level: Finding['level'],
    evidence: string,
    clause: string,
    wayOut: string,
  ) => found.push({ code, title, ok, level, evidence, clause, wayOut: ok ? '' : wayOut });
  say(
    'OPEN',
    '没有在办的转接',
    one.openId === null,
    'block',
    one.openId === null ? '没有未办结的转接' : '已有一件转接没有办结',
    '同一名党员同时只有一件转接',
    '请先办结或撤销',
  );
  say(
    'STATUS',
    '党籍正常',
    one.status === 1,
    'block',
    one.status === 1 ? '党籍状态为正常' : '党籍状态不是正常',
    `${EDU}第二十四条：停止党籍、出党的不转接组织关系`,
    '先按“党员异动”办理恢复党籍',
  );
  if (!isMember) {
    say(
      'NOT_MEMBER',
      '凭介绍信转接',
      way === 'inside',
      'block',
      '申请人、积极分子和发展对象移交培养材料，不开介绍信',
      '《中国共产党发展党员工作细则》第十二条：工作、学习所在单位变动的，移交培养教育等有关材料',
      '请在发展党员中打印材料移交清单，随人移交',
    );
  } else {
    say(
      'DUES',
      '党费交清',
      one.owed.length === 0,
      duesBlock ? 'block' : 'warn',
      one.owed.length === 0 ? '没有欠缴的党费' : `未缴：${one.owed.join('、')}`,
      `《关于中国共产党党费收缴、使用和管理的规定》第九条：党员向其正式组织关系所在的党支部交纳党费`,
      '先在“党费管理”登记缴纳，或注明由转入支部收缴',
    );
    say(
      'STANDARD',
      '党费标准已设',
      one.hasStandard,
      'warn',
      one.hasStandard ? '本月有党费标准' : '没有党费标准，应缴多少、交至何月都算不出',
      '《关于中国共产党党费收缴、使用和管理的规定》第一条至第五条：党费按收入核定；介绍信写明党费交至何月',
      '请先设置党费标准，再核对欠缴',
    );
  }
  say(
    'RECRUITMENT',
    '不在接收预备党员环节',
    !isFixedStep(one.step),
    'block',
    one.step === null ? '没有进行中的发展档案' : `发展党员第${one.step}步`,
    '《中国共产党发展党员工作细则》第二十条：离开工作、学习单位的，一般不办理接收预备党员的手续',
    '第12步至第17步办结后再转接，或终止培养',
  );
  say(
    'PUNISHMENT',
    '没有执行中的处分',
    !one.punished,
    'warn',
    one.punished ? '留党察看期未满' : '没有执行中的处分',
    '《中国共产党纪律处分条例》：留党察看期间表现由所在党组织考察',
    '随档案向接收党委说明处分和考察情况',
  );
  say(
    'POSTS',
    '没有班子职务',
    one.posts.length === 0,
    'warn',
    one.posts.length === 0 ? '没有在任的班子职务' : `在任：${one.posts.join('、')}`,
    '《中国共产党基层组织选举工作条例》：委员会委员出缺应当补选',
    '转接完成时职务自动免去，请原党组织及时补选',
  );
  say(
    'FLOATING',
    '不是流动党员',
    !one.isFloating,
    'warn',
    one.isFloating ? '登记为流动党员' : '没有流动登记',
    `${EDU}第三十二条：流动党员的组织关系转移后由转入党组织管理`,
    '转接完成时流出登记自动结束',
  );
  say(
    'LOST',
    '没有失联',
    !one.isLost,
    'warn',
    one.isLost ? '登记为失联党员' : '联系正常',
    `${EDU}第二十四条：对失去联系的党员应当查找`,
    '先与本人取得联系并取消失联',
  );
  say(
    'ABROAD',
    '不在国（境）外',
    !one.isAbroad,
    'warn',
    one.isAbroad ? '有未返回的出国（境）记录' : '没有未返回的出国（境）记录',
    `${EDU}第三十四条：出国（境）学习研究的党员，组织关系一般保留在原就读高校或工作单位党组织`,
    '核实确已回国，或保留组织关系',
  );
  say(
    'GAPS',
    '介绍信所需信息齐全',
    one.gaps.length === 0,
    isMember ? 'block' : 'warn',
    one.gaps.length === 0 ? '姓名、身份证号、民族等已登记' : `缺：${one.gaps.join('、')}`,
    '《中国共产党党员组织关系介绍信》式样（组通字〔2006〕45号）',
    '先在人员档案里补齐',
  );
  return found.sort((a, b) => rank(a) - rank(b));
}

const rank = (finding: Finding) => (finding.ok ? 2 : finding.level === 'block' ? 0 : 1);

/** The sentence under which a submission is refused; empty: nothing blocks. */
export const blockedText = (findings: readonly Finding[]): string =>
  findings
    .filter(({ ok, level }) => !ok && level === 'block')
    .map(({ title, evidence, wayOut }) => `${title}：${evidence}，${wayOut}`)
    .join('；');
