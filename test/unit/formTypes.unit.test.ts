import { createElement } from 'react';
import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { DateField, TextField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { castFaults } from '../../scripts/check/structure.ts';

const schema = z.object({
  name: z.string(),
  sort: z.coerce.number<string | number>(),
  idCardNo: z.string().optional(),
});
const useSample = () => useForm({ schema, initial: { name: '', sort: '', shown: false }, isNew: true });
type Sample = ReturnType<typeof useSample>;
const field = (form: Sample) => [
  createElement(TextField<Sample['values']>, { form, name: 'name', label: '名称' }),
  createElement(TextField<Sample['values']>, { form, name: 'idCardNo', label: '身份证号' }),
  // @ts-expect-error a misspelt name of a field does not compile
  createElement(DateField<Sample['values']>, { form, name: 'nmae', label: '名称' }),
  // @ts-expect-error nor does one that is read
  () => form.text('nmae'),
  // @ts-expect-error nor one that is set
  () => form.set({ nmae: '' }),
];

test('a form has the names of its schema and of what it begins with, and sends what its schema takes', () => {
  expectTypeOf<Parameters<Sample['text']>[0]>().toEqualTypeOf<'name' | 'sort' | 'shown' | 'idCardNo'>();
  expectTypeOf<Sample['values']['shown']>().toEqualTypeOf<boolean>();
  expectTypeOf<ReturnType<Sample['input']>>().toEqualTypeOf<z.input<typeof schema>>();
  expectTypeOf<ReturnType<Sample['changes']>>().toEqualTypeOf<Partial<z.input<typeof schema>>>();
  expectTypeOf<Sample>().toExtend<Form>();
  expect(field).toBeTypeOf('function');
});

test('the check refuses a cast where a form is sent', () => {
  const page = 'src/life/tasks/web/Page.tsx';
  expect(castFaults(page, 'add.mutateAsync(form.changes() as InputOf<typeof add>)')).toHaveLength(1);
  expect(castFaults(page, 'const { name } = form.values as { name: string };')).toHaveLength(1);
  expect(castFaults(page, 'add.mutateAsync(form.input())')).toEqual([]);
});
