import { z } from 'zod';
import { text } from '#platform/contract.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';

const TONES: Readonly<Record<number, string>> = { 0: 'tag warn', 1: 'tag gold', 2: 'tag ok' };

/** Where a slip stands, and that it has stood there too long. */
export const SlipTag = ({ row }: { row: { state: number; stateName: string; isLate: boolean } }) => (
  <>
    <span className={TONES[row.state]}>{row.stateName}</span>
    {row.isLate && <span className="tag red">超期</span>}
  </>
);

const schema = z.object({ word: text(200, '社区意见').default('') });

/** 签收: the place may write a word that the unit reads. */
export function SignDialog(props: {
  title: string;
  pending: boolean;
  onSign: (word: string) => Promise<void>;
  onClose: () => void;
}) {
  const form = useForm({ schema, initial: { word: '' }, of: 'SignDialog', isNew: true });
  return (
    <FormDialog
      title={props.title}
      icon="check"
      act="签收"
      form={form}
      pending={props.pending}
      onClose={props.onClose}
      onSave={() => props.onSign(form.text('word'))}
    >
      <AreaField
        form={form}
        name="word"
        label="社区意见"
        max={200}
        rows={3}
        wide
        hint="可以不填。签收后单位收到待办，意见写在反馈单上，不能改。"
      />
    </FormDialog>
  );
}
