import type { RecordType } from '#platform/records/records.ts';

/** 奖惩情况 of an organisation: awards, and what 《中国共产党问责条例》 and 《纪律处分条例》 know for organisations. */
export const reward: RecordType = {
  kind: 'reward',
  label: '奖惩情况',
  owner: 'org',
  title: 'name',
  order: 'approvedOn',
  fields: [
    { name: 'type', label: '奖惩类型', kind: 'choice', dictionary: '0080', required: true },
    { name: 'name', label: '奖惩名称', kind: 'choice', dictionary: '0081', required: true },
    { name: 'approvedOn', label: '批准日期', kind: 'date', required: true },
    { name: 'approvedBy', label: '批准机关', kind: 'line', max: 60, required: true },
    { name: 'level', label: '批准机关级别', kind: 'choice', dictionary: '0044' },
    { name: 'documentNo', label: '文号', kind: 'line', max: 40 },
    { name: 'reason', label: '事由', kind: 'text' },
  ],
  check: ({ type, name }): Record<string, string> =>
    // The first digit of a name is its type; names that a deployment adds itself have their own digits.
    type && name && /^[12]\d$/.test(String(name)) && String(name)[0] !== type
      ? { name: '奖惩名称与奖惩类型不一致' }
      : {},
};

/** 考核评议: what the organisation was found to be in a year (the specification's `access`). */
export const access: RecordType = {
  kind: 'access',
  label: '考核评议',
  owner: 'org',
  title: 'year',
  order: 'assessedOn',
  fields: [
    { name: 'year', label: '考核年度', kind: 'number', max: 2199, required: true, hint: '四位年份，如 2025' },
    { name: 'result', label: '考核等次', kind: 'choice', dictionary: '0082', required: true },
    { name: 'assessedOn', label: '考核日期', kind: 'date', required: true },
    { name: 'assessedBy', label: '考核单位', kind: 'line', max: 60, required: true },
    { name: 'score', label: '得分', kind: 'number', max: 1000 },
    { name: 'opinion', label: '考核意见', kind: 'text' },
  ],
  check: ({ year, assessedOn }): Record<string, string> => {
    if (year === null || year === undefined || year === '') return {};
    if (Number(year) < 1921) return { year: '请填写四位年份' };
    const last = String(assessedOn ?? '').slice(0, 4);
    return last && Number(year) > Number(last) ? { year: '考核年度不能晚于考核日期' } : {};
  },
};

/** 扩展信息: facts of the national system (domain 5.2) beside those of the main form. */
export const orgext: RecordType = {
  kind: 'orgext',
  label: '扩展信息',
  owner: 'org',
  title: 'statName',
  one: true,
  fields: [
    { name: 'statName', label: '党内统计用简称', kind: 'line', max: 30 },
    { name: 'formerName', label: '曾用名', kind: 'line', max: 60 },
    { name: 'approvedBy', label: '批准成立的上级党组织', kind: 'line', max: 60 },
    { name: 'approvalNo', label: '批准文号', kind: 'line', max: 40 },
    { name: 'region', label: '所在行政区划', kind: 'line', max: 60, region: true, hint: '省、市、县' },
    { name: 'newForm', label: '是否新业态', kind: 'choice', dictionary: '0083' },
    { name: 'outside', label: '驻外情况', kind: 'choice', dictionary: '0084' },
    { name: 'area', label: '活动场所面积', kind: 'number', max: 999_999, hint: '平方米' },
    { name: 'postcode', label: '邮政编码', kind: 'line', max: 6 },
    { name: 'remark', label: '备注', kind: 'text' },
  ],
  check: ({ postcode }): Record<string, string> =>
    postcode && !/^\d{6}$/.test(String(postcode)) ? { postcode: '邮政编码为6位数字' } : {},
};
