import { expect, test } from 'vitest';
import { z } from 'zod';
import { unit, unitCalls } from '#people/org/nouns/unit.ts';
import type { InputOf, ParsedOf, ReplyOf, RowOf } from '#platform/contract.ts';
import { nounCalls } from '#platform/noun/calls.ts';
import { choice, day, flag, line, oneOf, organisation, text, whole } from '#platform/noun/fields.ts';
import { fieldApplies, noun, nounFaults } from '#platform/noun/noun.ts';

const access = { read: 'org:read', write: 'org:write', remove: 'org:remove' };
const orgId = organisation('所属党组织');
const name = line('名称', { required: true });

test('types follow from the declaration', () => {
  type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
  const yes = <_T extends true>() => {};
  yes<Is<ParsedOf<typeof unitCalls.create>['staffCount'], number | null>>();
  yes<Is<ParsedOf<typeof unitCalls.create>['industry'], string>>();
  yes<Is<ParsedOf<typeof unitCalls.update>['staffCount'], number | null | undefined>>();
  yes<Is<ParsedOf<typeof unitCalls.list>['nature'], string | undefined>>();
  yes<Is<ParsedOf<typeof unitCalls.list>['pageNum'], number>>();
  yes<Is<RowOf<typeof unitCalls.list>['natureName'], string>>();
  yes<Is<RowOf<typeof unitCalls.list>['noCode'], boolean>>();
  yes<Is<ReplyOf<typeof unitCalls.get>['scaleName'], string>>();
  yes<Is<ReplyOf<typeof unitCalls.get>['can'], { edit: boolean; remove: boolean }>>();
  // @ts-expect-error the list shows no address
  type _None = RowOf<typeof unitCalls.list>['address'];
  const least: InputOf<typeof unitCalls.create> = { name: '机械厂', orgId: '1', nature: '31' };
  expect(unitCalls.create.input.parse(least)).toMatchObject({
    isLegal: true,
    creditCode: null,
    industry: '',
    noCode: false,
  });
  expect(unitCalls.update.input.parse({ id: '1', version: '2' })).toEqual({ id: '1', version: 2 });
});

test('a column that is missing, holds something else, or that no field fills does not compile, nor a field in no section', () => {
  const base = { name: 'x', label: '试', table: 'unit', title: 'name', access, list: [] } as const;
  const nature = choice('性质', '0011', { required: true });
  const [colour, staffCount] = [line('颜色'), line('人数')];
  // @ts-expect-error table unit has no column colour
  noun({ ...base, fields: { orgId, name, nature, colour }, sections: { 基本: ['orgId', 'name', 'nature', 'colour'] } });
  const wrong = { orgId, name, nature, staffCount };
  // @ts-expect-error column unit.staff_count holds a number or null, the field text or null
  noun({ ...base, fields: wrong, sections: { 基本: ['orgId', 'name', 'nature', 'staffCount'] } });
  // @ts-expect-error no field fills column unit.nature
  noun({ ...base, fields: { orgId, name }, sections: { 基本: ['orgId', 'name'] } });
  // @ts-expect-error field nature stands in no section
  noun({ ...base, fields: { orgId, name, nature }, sections: { 基本: ['orgId', 'name'] } });
  const good = noun({
    ...base,
    fields: { orgId, name, nature },
    sections: { 基本: ['orgId', 'name'], 其他: ['nature'] },
  });
  expect(Object.keys(good.form.shape)).toEqual(['orgId', 'name', 'nature']);
});

const fault = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message ?? '';

test('each kind reads what is typed and says in words what is wrong', () => {
  expect(line('籍贯').schema.parse('  ')).toBe(null);
  expect(line('籍贯', { blank: true }).schema.parse(null)).toBe('');
  expect(fault(name.schema, ' ')).toBe('请输入名称');
  expect(text('说明', { blank: true }).schema.parse('一\n二')).toBe('一\n二');
  expect(whole('人数').schema.parse(' 12 ')).toBe(12);
  expect(whole('人数').schema.parse('')).toBe(null);
  expect(fault(whole('人数', { required: true }).schema, '')).toBe('请输入人数');
  expect(fault(whole('人数').schema, '十')).toBe('人数应为数字');
  expect(fault(whole('人数').schema, '-1')).toBe('人数不能为负');
  expect(day('日期').schema.parse('')).toBe(null);
  expect(fault(day('日期', { required: true }).schema, '2026-02-30')).toBe('没有这一天');
  expect(oneOf('性别', { 1: '男', 2: '女' }).schema.parse('2')).toBe(2);
  expect(oneOf('状态', { draft: '草稿' }).schema.parse('')).toBe(null);
  expect(fault(oneOf('性别', { 1: '男', 2: '女' }, { required: true }).schema, '3')).toBe('请选择性别');
  expect(fault(choice('性质', '0011', { required: true }).schema, '')).toBe('请选择性质');
  expect(flag('法人单位').schema.parse('true')).toBe(true);
});

test('faults: what does not apply, days ahead, and what fields say of each other', () => {
  const row = { nature: '1', scale: '3', holding: null, noCode: true, creditCode: 'x' };
  expect(nounFaults(unit, row, '2026-11-23', null)).toEqual({
    scale: '只有企业填写企业规模',
    noCode: '已填写统一社会信用代码，不能选“没有”',
  });
  expect(fieldApplies(unit, 'scale', row)).toBe(false);
  const dated = {
    is: {
      ...unit.is,
      when: {},
      check: undefined,
      fields: { orgId, on: day('日期'), next: day('下次', { future: true }) },
    },
    form: z.object({}),
  };
  const ahead = { on: '2026-11-24', next: '2027-01-01' };
  expect(nounFaults(dated, ahead, '2026-11-23', null)).toEqual({ on: '日期不能晚于今天' });
  // An old fault stops no correction elsewhere.
  expect(nounFaults(dated, ahead, '2026-11-23', ahead)).toEqual({});
});

test('filters and what may be asked for as lacking are inputs of the list', () => {
  expect(fault(unitCalls.list.input, { lacking: 'address' })).toBe('请选择缺少的内容');
  const calls = nounCalls(unit, { path: '/api/x', ask: { onlySelf: z.string().optional() } });
  expect(Object.keys(calls.list.input.shape)).toEqual(
    expect.arrayContaining(['nature', 'lacking', 'orgId', 'name', 'onlySelf', 'pageNum', 'pageSize']),
  );
});
