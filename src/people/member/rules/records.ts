import type { RecordType } from '#platform/records/records.ts';
import { addMonths } from '#platform/time/days.ts';
import { addYears } from './checks.ts';
import { recordProblems } from './recordChecks.ts';

/** 家庭成员. */
export const family: RecordType = {
  kind: 'family',
  label: '家庭成员',
  owner: 'member',
  against: recordProblems,
  title: 'name',
  fields: [
    { name: 'relation', label: '称谓', kind: 'choice', dictionary: '0040', required: true },
    { name: 'name', label: '姓名', kind: 'line', max: 30, required: true },
    { name: 'birthDate', label: '出生日期', kind: 'date' },
    { name: 'politics', label: '政治面貌', kind: 'choice', dictionary: '0041' },
    { name: 'workUnit', label: '工作单位及职务', kind: 'line', max: 80 },
    { name: 'remark', label: '备注', kind: 'text', max: 200 },
  ],
};

/** 留党察看, dictionary 0043. */
const PROBATION_WITHIN_PARTY = '24';

/** 限期改正, dictionary 0043: at most a year (党员教育管理工作条例第三十条). */
export const TO_RECTIFY = '31';

/** 奖惩情况: awards, discipline, and disposal by the organisation (domain 5.3). */
export const rewar: RecordType = {
  kind: 'rewar',
  label: '奖惩情况',
  owner: 'member',
  decides: true,
  against: recordProblems,
  title: 'name',
  order: 'approvedOn',
  fields: [
    { name: 'type', label: '奖惩类型', kind: 'choice', dictionary: '0042', required: true },
    { name: 'name', label: '奖惩名称', kind: 'choice', dictionary: '0043', required: true },
    { name: 'approvedOn', label: '批准日期', kind: 'date', required: true },
    { name: 'approvedBy', label: '批准机关', kind: 'line', max: 60, required: true },
    { name: 'level', label: '批准机关级别', kind: 'choice', dictionary: '0044' },
    { name: 'documentNo', label: '文号', kind: 'line', max: 40 },
    {
      name: 'endsOn',
      label: '影响期满日期',
      kind: 'date',
      future: true,
      notBefore: 'approvedOn',
      hint: '处分或处置才填',
    },
    { name: 'reason', label: '原因及说明', kind: 'text' },
  ],
  check: ({ type, name, approvedOn, endsOn }): Record<string, string> => {
    // The first digit of a name is its type; names that a deployment adds itself have their own digits.
    if (type && name && /^[123]\d$/.test(String(name)) && String(name)[0] !== type) {
      return { name: '奖惩名称与奖惩类型不一致' };
    }
    if (type === '1' && endsOn) return { endsOn: '表彰奖励没有影响期' };
    if (name === TO_RECTIFY && !endsOn) return { endsOn: '请填写限期改正的期满日期' };
    if (name === TO_RECTIFY && approvedOn && String(endsOn) > addMonths(String(approvedOn), 12)) {
      return { endsOn: '限期改正最长一年' };
    }
    if (name === PROBATION_WITHIN_PARTY && approvedOn && endsOn) {
      const [from, to] = [addYears(String(approvedOn), 1), addYears(String(approvedOn), 2)];
      if (String(endsOn) < from || String(endsOn) > to) return { endsOn: '留党察看的期限为一年至二年' };
    }
    return {};
  },
};

const remark = { name: 'remark', label: '备注', kind: 'text', max: 200 } as const;

/** 党内职务 (domain 4.4). */
export const inoff: RecordType = {
  kind: 'inoff',
  label: '党内职务',
  owner: 'member',
  against: recordProblems,
  title: 'post',
  order: 'startedOn',
  fields: [
    { name: 'post', label: '职务', kind: 'choice', dictionary: '0045', required: true },
    { name: 'orgName', label: '任职党组织', kind: 'line', max: 80, required: true },
    { name: 'startedOn', label: '任职日期', kind: 'date', required: true },
    { name: 'endedOn', label: '免职日期', kind: 'date', notBefore: 'startedOn', hint: '现任的不填' },
    { name: 'documentNo', label: '任职文号', kind: 'line', max: 40 },
    remark,
  ],
};

/** 行政职务. */
export const adof: RecordType = {
  kind: 'adof',
  label: '行政职务',
  owner: 'member',
  against: recordProblems,
  title: 'post',
  order: 'startedOn',
  fields: [
    { name: 'post', label: '职务名称', kind: 'line', max: 40, required: true },
    { name: 'workUnit', label: '任职单位', kind: 'line', max: 80, required: true },
    { name: 'rank', label: '职务级别', kind: 'choice', dictionary: '0046' },
    { name: 'startedOn', label: '任职日期', kind: 'date', required: true },
    { name: 'endedOn', label: '免职日期', kind: 'date', notBefore: 'startedOn', hint: '现任的不填' },
    { name: 'documentNo', label: '任职文号', kind: 'line', max: 40 },
    remark,
  ],
};

/** 个人履历, from school on, as 《入党志愿书》 asks for it. */
export const resume: RecordType = {
  kind: 'resume',
  label: '个人履历',
  owner: 'member',
  title: 'place',
  order: 'startedOn',
  fields: [
    { name: 'startedOn', label: '开始日期', kind: 'date', required: true, hint: '从上小学写起，时间前后衔接' },
    { name: 'endedOn', label: '结束日期', kind: 'date', notBefore: 'startedOn', hint: '现在的不填' },
    { name: 'place', label: '学习、工作单位', kind: 'line', max: 80, required: true },
    { name: 'post', label: '身份或职务', kind: 'line', max: 40, required: true, hint: '如：学生、工人、科员' },
    { name: 'witness', label: '证明人', kind: 'line', max: 30 },
    { name: 'remark', label: '备注', kind: 'text', max: 200 },
  ],
};

/** 党代表: a delegate to a party congress, for its term. */
export const repr: RecordType = {
  kind: 'repr',
  label: '党代表',
  owner: 'member',
  against: recordProblems,
  title: 'congress',
  order: 'electedOn',
  fields: [
    {
      name: 'congress',
      label: '党代会届次',
      kind: 'line',
      max: 60,
      required: true,
      hint: '如：中国共产党某某市第七次代表大会',
    },
    { name: 'level', label: '代表级别', kind: 'choice', dictionary: '0044', required: true },
    { name: 'electedOn', label: '当选日期', kind: 'date', required: true },
    { name: 'termEndsOn', label: '任期届满日期', kind: 'date', future: true, notBefore: 'electedOn' },
    { name: 'stoppedOn', label: '代表资格终止日期', kind: 'date', notBefore: 'electedOn' },
    { name: 'stopReason', label: '终止原因', kind: 'line', max: 60 },
    remark,
  ],
  check: ({ stoppedOn, stopReason }): Record<string, string> =>
    stoppedOn && !stopReason ? { stopReason: '请填写终止原因' } : {},
};

/** 出国（境）情况 (domain 5.3). */
export const abroad: RecordType = {
  kind: 'abroad',
  label: '出国（境）',
  owner: 'member',
  against: recordProblems,
  title: 'country',
  order: 'leftAt',
  fields: [
    { name: 'country', label: '前往国家（地区）', kind: 'line', max: 40, required: true },
    { name: 'nature', label: '性质', kind: 'choice', dictionary: '0047', required: true },
    { name: 'purpose', label: '目的', kind: 'choice', dictionary: '0048', required: true },
    { name: 'leftAt', label: '出境日期', kind: 'date', required: true },
    { name: 'plannedReturn', label: '计划返回日期', kind: 'date', future: true, notBefore: 'leftAt' },
    { name: 'returnedAt', label: '实际返回日期', kind: 'date', notBefore: 'leftAt' },
    {
      name: 'lastContactAt',
      label: '最近联系日期',
      kind: 'date',
      notBefore: 'leftAt',
      hint: '出国学习的至少每6个月联系一次',
    },
    { name: 'membership', label: '党籍处理', kind: 'choice', dictionary: '0049', required: true },
    remark,
  ],
  check: ({ purpose, membership }): Record<string, string> =>
    purpose === '5' && membership === '1' ? { membership: '出国（境）定居的应停止党籍' } : {},
};

/** 困难情况 (domain 5.3). */
export const diff: RecordType = {
  kind: 'diff',
  label: '困难情况',
  owner: 'member',
  against: recordProblems,
  title: 'type',
  order: 'foundOn',
  fields: [
    { name: 'type', label: '困难类型', kind: 'choice', dictionary: '0050', required: true },
    { name: 'foundOn', label: '认定日期', kind: 'date', required: true },
    { name: 'helper', label: '联系帮扶人', kind: 'line', max: 30 },
    { name: 'endedOn', label: '解除日期', kind: 'date', notBefore: 'foundOn' },
    { name: 'detail', label: '困难说明', kind: 'text', required: true },
    { name: 'help', label: '帮扶措施', kind: 'text' },
  ],
};

/** 流动记录: where a floating member went or came from. */
export const flre: RecordType = {
  kind: 'flre',
  label: '流动记录',
  owner: 'member',
  against: recordProblems,
  title: 'place',
  order: 'startedOn',
  fields: [
    { name: 'direction', label: '流动方向', kind: 'choice', dictionary: '0051', required: true },
    { name: 'place', label: '流动地', kind: 'line', max: 80, required: true, hint: '流出填流入地，流入填来源地' },
    { name: 'reason', label: '流动原因', kind: 'choice', dictionary: '0052', required: true },
    { name: 'startedOn', label: '流动日期', kind: 'date', required: true },
    { name: 'endedOn', label: '结束日期', kind: 'date', notBefore: 'startedOn', hint: '仍在流动的不填' },
    { name: 'contactOrg', label: '接收或联系党组织', kind: 'line', max: 80 },
    { name: 'certificate', label: '流动党员活动证号', kind: 'line', max: 30 },
    remark,
  ],
};

/** 补充信息: what the main record does not ask for; one row a person. */
export const extra: RecordType = {
  kind: 'extra',
  label: '补充信息',
  owner: 'member',
  against: recordProblems,
  title: 'household',
  one: true,
  fields: [
    { name: 'formerName', label: '曾用名', kind: 'line', max: 30 },
    { name: 'household', label: '户籍所在地', kind: 'line', max: 120 },
    { name: 'school', label: '毕业院校', kind: 'line', max: 80 },
    { name: 'workedFrom', label: '参加工作日期', kind: 'date' },
    { name: 'technicalPost', label: '职称级别', kind: 'choice', dictionary: '0054' },
    { name: 'newStratum', label: '新社会阶层', kind: 'choice', dictionary: '0053' },
    { name: 'health', label: '健康状况', kind: 'choice', dictionary: '0055' },
    { name: 'marriage', label: '婚姻状况', kind: 'choice', dictionary: '0056' },
    {
      name: 'partyAgeLess',
      label: '党龄扣减',
      kind: 'number',
      max: 1200,
      hint: '停止党籍等不计算党龄的月数，单位为月',
    },
    { name: 'strengths', label: '特长', kind: 'text', max: 200 },
  ],
};

/** States of a registered entry, dictionary 0057. */
export const WAITING = '0';
export const PASSED = '1';
export const FAILED = '2';

/** 进入登记: how a person came to the branch; the superior organisation reviews it. */
export const entering: RecordType = {
  kind: 'entering',
  label: '进入登记',
  owner: 'member',
  against: recordProblems,
  title: 'joinType',
  begins: { state: WAITING },
  order: 'joinedOn',
  fields: [
    { name: 'joinType', label: '进入支部类型', kind: 'choice', dictionary: '0009', required: true },
    { name: 'joinedOn', label: '进入支部日期', kind: 'date', required: true },
    { name: 'fromOrg', label: '原所在党支部', kind: 'line', max: 80 },
    { name: 'letterNo', label: '介绍信编号', kind: 'line', max: 40 },
    { name: 'introducers', label: '入党介绍人', kind: 'line', max: 40, hint: '新发展的填写' },
    { name: 'state', label: '审核状态', kind: 'choice', dictionary: '0057', made: true },
    { name: 'auditor', label: '审核人', kind: 'line', made: true },
    remark,
    { name: 'opinion', label: '审核意见', kind: 'text', made: true },
  ],
  check: ({ joinType, fromOrg, introducers }): Record<string, string> => {
    // 2 组织关系转入, 4 整建制转入, 1 新发展.
    if ((joinType === '2' || joinType === '4') && !fromOrg) return { fromOrg: '请填写原所在党支部' };
    if (joinType === '1' && !introducers) return { introducers: '请填写入党介绍人' };
    return {};
  },
};
