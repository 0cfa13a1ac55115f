import { z } from 'zod';
import { listChecks } from '#assessment/orgAssessment/contract.ts';
import { METHODS } from '#assessment/orgAssessment/rules.ts';
import { ASSESS_KINDS, INSPECTION_ORDER, INSPECTION_TIMES, SUBMIT_FREQUENCIES } from '#platform/time/periods.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { itemFaults, itemInput, setItems } from '../contract.ts';
import { pointsText } from '../rules.ts';
import type { Evaluation } from './EvaluationActs.tsx';

export type Part = Evaluation['parts'][number];
export type Item = Part['items'][number];

/** An item as the call takes it: points as people type them. */
type Sent = Omit<Item, 'id' | 'checkLabel' | 'points' | 'breach' | 'cap'> & Record<'points' | 'breach' | 'cap', string>;
const itemOf = ({ id: _id, checkLabel: _label, ...item }: Item): Sent => ({
  ...item,
  points: pointsText(item.points),
  breach: pointsText(item.breach),
  cap: pointsText(item.cap),
});
/** A part as the call takes it. */
export const sentOf = ({ title, items }: Pick<Part, 'title' | 'items'>) => ({ title, items: items.map(itemOf) });

interface Props {
  evaluation: Evaluation;
  onClose: () => void;
}

const partSchema = z.object({ title: setItems.input.shape.parts.element.shape.title });

/** A new part, or another name of one. */
export function PartDialog({ evaluation, part, onClose }: Props & { part: Part | null }) {
  const save = useAct(setItems, { quiet: true });
  const { id, version, parts } = evaluation;
  const form = useForm({
    schema: partSchema,
    initial: { title: part?.title ?? '' },
    of: `PartDialog ${evaluation.id} ${part?.id ?? ''}`,
    isNew: part === null,
    check: ({ title }): Record<string, string> =>
      parts.some((one) => one.title === String(title).trim() && one.id !== part?.id) ? { title: '已有这个板块' } : {},
  });
  return (
    <FormDialog
      title={part ? `改名 ${part.title}` : '添加板块'}
      icon="plus"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() => {
        const title = form.text('title');
        const next = part
          ? parts.map((one) => sentOf(one.id === part.id ? { ...one, title } : one))
          : [...parts.map(sentOf), { title, items: [] }];
        return save.mutateAsync({ id, version, parts: next });
      }}
    >
      <TextField
        form={form}
        name="title"
        label="板块名称"
        required
        max={30}
        placeholder="例如：平时督查、资料审核、年终测评"
      />
    </FormDialog>
  );
}

const START: Sent = {
  title: '',
  standard: '',
  kind: 1,
  points: '',
  method: 2,
  checkCode: '',
  breach: '0',
  cap: '0',
  submit: 1,
  inspection: 5,
};

/** A new item of a part, or one that is changed. */
export function ItemDialog({ evaluation, part, item, onClose }: Props & { part: Part; item: Item | null }) {
  const save = useAct(setItems, { quiet: true });
  const checks = useCall(listChecks, {}, { quiet: true });
  const { id, version, parts } = evaluation;
  const start = item ? itemOf(item) : START;
  const form = useForm({
    schema: itemInput,
    initial: Object.fromEntries(Object.entries(start).map(([name, value]) => [name, String(value)])),
    of: `ItemDialog ${part.id} ${item?.id ?? ''}`,
    isNew: item === null,
    check: (values) => {
      const read = itemInput.safeParse(values);
      return read.success ? itemFaults(read.data) : {};
    },
  });
  const method = form.text('method');
  return (
    <FormDialog
      title={item ? `修改 ${item.title}` : `添加指标 ${part.title}`}
      icon="plus"
      width={700}
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={() => {
        const written = form.values as unknown as Sent;
        const next = parts.map((one) => {
          const sent = sentOf(one);
          if (one.id !== part.id) return sent;
          const items = item
            ? one.items.map((each, at) => (each.id === item.id ? written : (sent.items[at] ?? itemOf(each))))
            : [...sent.items, written];
          return { title: one.title, items };
        });
        return save.mutateAsync({ id, version, parts: next });
      }}
    >
      <TextField form={form} name="title" label="指标名称" required max={60} />
      <TextField
        form={form}
        name="points"
        label="满分"
        required
        max={6}
        inputMode="decimal"
        hint={`现在合计${pointsText(evaluation.points)}分，应为100分`}
      />
      <SelectField
        form={form}
        name="method"
        label="评分方式"
        required
        options={optionsOf(METHODS)}
        hint="自动核查由平台按检查项扣分；材料评审由考核单位报资料、自评；直接评分由评审组织打分"
      />
      <SelectField form={form} name="kind" label="类别" required options={optionsOf(ASSESS_KINDS)} />
      {method === '1' && (
        <>
          <SelectField
            form={form}
            name="checkCode"
            label="核查项"
            required
            options={(checks.data ?? []).map(({ code, label }) => ({ value: code, label }))}
            hint={checks.data?.find(({ code }) => code === form.text('checkCode'))?.clause}
          />
          <TextField form={form} name="breach" label="每处扣分" required max={6} inputMode="decimal" />
          <TextField form={form} name="cap" label="扣分上限" max={6} inputMode="decimal" hint="0表示扣完为止" />
        </>
      )}
      {method === '2' && (
        <SelectField form={form} name="submit" label="报送频次" required options={optionsOf(SUBMIT_FREQUENCIES)} />
      )}
      <SelectField
        form={form}
        name="inspection"
        label="考评时间"
        required
        options={INSPECTION_ORDER.map((value) => ({ value: String(value), label: INSPECTION_TIMES[value] }))}
      />
      <AreaField form={form} name="standard" label="评分标准" max={1000} rows={3} />
    </FormDialog>
  );
}
