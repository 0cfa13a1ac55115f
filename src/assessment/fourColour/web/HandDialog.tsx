import { z } from 'zod';
import { quarterText } from '#platform/time/periods.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { askHand, HAND_FILES } from '../contract.hand.ts';
import type { ColourRow } from '../contract.ts';
import { type Scheme, wordsOf } from '../rules.scheme.ts';

const { reason } = askHand.input.shape;
const schema = z.object({ reason, level: z.string().min(1, '请选择等级'), files: z.string().min(1, '请上传材料') });

interface Props {
  row: ColourRow;
  year: number;
  quarter: number;
  scheme: Scheme;
  onClose: () => void;
}

/** 人工定级: one step from what is computed, with reason and paper; it counts once it is confirmed from above. */
export function HandDialog({ row, year, quarter, scheme, onClose }: Props) {
  const ask = useAct(askHand, { quiet: true });
  const steps = [row.computed - 1, row.computed + 1].filter((level) => level >= 1 && level <= 4);
  const form = useForm({
    schema,
    of: `HandDialog ${row.orgId}`,
    isNew: true,
    initial: { level: '', reason: '', files: '' },
  });
  return (
    <FormDialog
      title={`人工定级 ${row.name}`}
      icon="edit"
      act="报上级确认"
      form={form}
      pending={ask.isPending}
      onClose={onClose}
      onSave={async () => {
        await ask.mutateAsync({
          orgId: row.orgId,
          year,
          quarter,
          level: Number(form.text('level')),
          reason: form.text('reason'),
          files: form.text('files').split(',').filter(Boolean),
        });
        emit('notice', { kind: 'success', text: '已报上级，确认后计入' });
      }}
    >
      <p className="muted">
        {quarterText(year, quarter)}计算为{wordsOf(scheme, row.computed)}，最多调整一级。
      </p>
      <SelectField
        form={form}
        name="level"
        label="调整为"
        required
        options={steps.map((level) => ({ value: String(level), label: wordsOf(scheme, level) }))}
      />
      <AreaField form={form} name="reason" label="理由" required max={500} rows={4} />
      <AttachmentField form={form} name="files" label="材料" format="common" count={HAND_FILES} kept={[]} />
    </FormDialog>
  );
}
