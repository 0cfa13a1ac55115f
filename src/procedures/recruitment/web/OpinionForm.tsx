import { useState } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { giveOpinion } from '../contract.opinion.ts';
import type { FileDetail, Step } from '../contract.ts';
import { submitByKey } from './keys.ts';

const schema = z.object({ on: z.string(), opinion: z.string() });
const OPTIONS = [
  { agree: true, label: '同意上报', note: '审议后由上级党委审批' },
  { agree: false, label: '退回支部', note: '写明补正什么，支部补正后重新报送' },
] as const;

/** What the 党总支 says of a branch's decision before the committee above decides. */
export function OpinionForm({ file, step }: { file: FileDetail; step: Step }) {
  const { user } = useSession();
  const [agree, setAgree] = useState(true);
  const form = useForm({
    schema,
    initial: { on: file.today, opinion: '' },
    of: `OpinionForm ${file.id} ${step.no}`,
    isNew: true,
  });
  const give = useAct(giveOpinion, { quiet: true });
  const save = async () => {
    try {
      await give.mutateAsync({
        fileId: file.id,
        no: step.no,
        version: file.version,
        agree,
        opinion: form.text('opinion'),
        ...(agree && form.text('on') ? { on: form.text('on') } : {}),
      });
      form.sent();
      emit('notice', { kind: 'success', text: agree ? `已审议，报${step.approver}审批` : '已退回支部' });
    } catch (error) {
      form.tell(error);
    }
  };
  return (
    <form
      ref={form.box}
      noValidate
      className="fz-act"
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {OPTIONS.map((option) => (
        <label key={option.label} className={`fz-option ${agree === option.agree ? 'on' : ''}`}>
          <input type="radio" name="agree" checked={agree === option.agree} onChange={() => setAgree(option.agree)} />
          <b>{option.label}</b>
          <small>{option.note}</small>
        </label>
      ))}
      {agree && <DateField form={form} name="on" label="审议日期" required />}
      <AreaField form={form} name="opinion" label={agree ? '审议意见' : '补正要求'} required max={200} />
      <p className="fz-after">
        {user.workOrg.name === step.general
          ? '党总支不审批，审议意见随材料报上级党委。'
          : `${step.general}没有可以登录的党务工作者，请按纸质审议意见登记，再作审批决定。`}
      </p>
      <Button submit look="primary" title="Ctrl+Enter" disabled={give.isPending}>
        {agree ? '同意上报' : '退回支部'}
      </Button>
    </form>
  );
}
