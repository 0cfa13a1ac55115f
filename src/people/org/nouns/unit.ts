import { nounCalls } from '#platform/noun/calls.ts';
import { choice, flag, line, organisation, whole } from '#platform/noun/fields.ts';
import { noun, type ValuesOf } from '#platform/noun/noun.ts';
import { cleanCreditCode, isCreditCode } from '../rules.unit.ts';

/** Natures of dictionary 0011 that are enterprises: they alone have a scale and a holder. */
const ENTERPRISES: readonly string[] = ['31', '32'];
const isEnterprise = ({ nature }: { nature: string }) => ENTERPRISES.includes(nature);
const PHONE = /^(((\+|00)?86)?1[3-9]\d{9}|\d{2,4}-\d{7,8})$/;

/** 单位: the legal person or institution in which a party organisation stands. */
export const unit = noun({
  name: 'unit',
  label: '单位',
  table: 'unit',
  title: 'name',
  lettered: true,
  access: { read: 'org:read', write: 'org:write', remove: 'org:remove' },
  fields: {
    name: line('单位名称', { required: true, max: 80, hint: '用登记证书上的全称' }),
    orgId: organisation('所属党组织'),
    creditCode: line('统一社会信用代码', {
      max: 24,
      clean: cleanCreditCode,
      is: [isCreditCode, '请输入正确的统一社会信用代码'],
      unique: '该统一社会信用代码已被其他单位使用',
      hint: '18位，最后一位是校验码',
      wanted: true,
      sample: '',
    }),
    nature: choice('单位性质', '0011', { required: true }),
    establishment: choice('建立党组织情况', '0014', { wanted: true }),
    leadingGroup: choice('建立党组情况', '0018'),
    affiliation: choice('隶属关系', '0017'),
    scale: choice('企业规模', '0015'),
    holding: choice('控股情况', '0016'),
    industry: line('所属行业', { max: 40, blank: true }),
    noCode: flag('没有统一社会信用代码'),
    isLegal: flag('法人单位', { initial: true }),
    staffCount: whole('在岗职工人数', { max: 9_999_999, unit: '人', wanted: true }),
    manager: line('单位负责人', { max: 20, blank: true, personal: true }),
    phone: line('联系电话', {
      max: 18,
      blank: true,
      personal: true,
      is: [(text) => PHONE.test(text), '请输入正确的联系电话'],
      hint: '手机号，或区号-号码',
      inputMode: 'tel',
      sample: '',
    }),
    address: line('地址', { max: 120, blank: true, personal: true, wide: true }),
  },
  sections: {
    基本信息: [
      'name',
      'orgId',
      'creditCode',
      'nature',
      'establishment',
      'leadingGroup',
      'affiliation',
      'scale',
      'holding',
      'industry',
      'noCode',
      'isLegal',
    ],
    人员与联系: ['staffCount', 'manager', 'phone', 'address'],
  },
  list: ['name', 'nature', 'creditCode', 'orgId', 'staffCount', 'manager', 'phone', 'isLegal'],
  carried: ['noCode'],
  filters: ['nature'],
  lacking: ['creditCode', 'staffCount', 'establishment'],
  counted: 'nature',
  when: {
    scale: [isEnterprise, '只有企业填写企业规模'],
    holding: [isEnterprise, '只有企业填写控股情况'],
  },
  check: ({ noCode, creditCode }): Record<string, string> =>
    noCode && creditCode ? { noCode: '已填写统一社会信用代码，不能选“没有”' } : {},
});

/** A unit's values as rows hold them. */
export type Unit = ValuesOf<typeof unit>;

export const unitCalls = nounCalls(unit, { path: '/api/zzxx/unit', target: 'unit' });
