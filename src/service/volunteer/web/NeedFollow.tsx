import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import type { ReplyOf } from '#platform/contract.ts';
import { text } from '#platform/contract.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { AreaField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { answerNeed, followNeed } from '../contract.needPublic.ts';
import { isFollowCode, keptFollowCode } from '../rules.need.ts';
import { Given } from './NeedParts.tsx';

type Found = ReplyOf<typeof followNeed>;
const codeForm = z.object({
  follow: z.string().refine((typed) => isFollowCode(keptFollowCode(typed)), '查询码是十位字母和数字'),
});

/** The own need by its ten signs: how far it is, stars once it is done, or withdrawing it while nobody has taken it. */
export function NeedFollow() {
  const form = useForm({ schema: codeForm, initial: { follow: '' }, isNew: true, of: null });
  const ask = useAct(followNeed, { quiet: true });
  const [found, setFound] = useState<Found | null>(null);
  const [fault, setFault] = useState('');
  const load = async () => {
    setFault('');
    try {
      setFound(await ask.mutateAsync({ follow: form.text('follow') }));
    } catch (error) {
      setFound(null);
      setFault(error instanceof Error ? error.message : '没有查到，请重试');
    }
  };
  return (
    <>
      <form
        ref={form.box}
        className="service-need-form"
        aria-label="查办理情况"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (form.validate()) void load();
        }}
      >
        <TextField form={form} name="follow" label="查询码" required max={14} />
        {fault && (
          <p className="field-fault" role="alert">
            <Icon name="warning" size={14} />
            {fault}
          </p>
        )}
        <Button submit look="primary" disabled={ask.isPending}>
          查询
        </Button>
      </form>
      {found && <Shown key={found.stateName} found={found} follow={form.text('follow')} onDone={load} />}
    </>
  );
}

const starForm = z.object({ stars: z.string().min(1, '请选择星级'), note: text(200, '说明') });

function Shown({ found, follow, onDone }: { found: Found; follow: string; onDone: () => Promise<void> }) {
  const answer = useAct(answerNeed, { quiet: true });
  const form = useForm({ schema: starForm, initial: { stars: '', note: '' }, isNew: true, of: null });
  const [isLeaving, setLeaving] = useState(false);
  return (
    <section className="service-followed" aria-label="办理情况">
      <h2>
        {found.title} <span className="tag info">{found.stateName}</span>
      </h2>
      <p className="muted">
        {found.orgName}，{found.askedOn}
      </p>
      <ol className="service-steps">
        {found.steps.map((step) => (
          <li key={`${step.at} ${step.words}`}>
            <span className="muted">{step.at}</span>
            <span>{step.words}</span>
          </li>
        ))}
      </ol>
      {found.outcome && <p>办理结果：{found.outcome}</p>}
      {found.stars !== null && (
        <p>
          评价：
          <Given stars={found.stars} />
        </p>
      )}
      {found.can.rate && (
        <form
          ref={form.box}
          className="service-need-form"
          aria-label="评价"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (!form.validate()) return;
            answer
              .mutateAsync({ follow, stars: Number(form.text('stars')), note: form.text('note') })
              .then(onDone, (error: unknown) => form.tell(error));
          }}
        >
          <fieldset className="service-rate">
            <legend>您满意吗？只能评价一次</legend>
            {[1, 2, 3, 4, 5].map((stars) => (
              <Button
                key={stars}
                aria-pressed={form.text('stars') === String(stars)}
                aria-label={`${stars}星`}
                onClick={() => form.set({ stars: String(stars) })}
              >
                {Number(form.text('stars')) >= stars ? '★' : '☆'}
              </Button>
            ))}
          </fieldset>
          <AreaField form={form} name="note" label="说明" max={200} rows={3} wide />
          <Button submit look="primary" disabled={answer.isPending || form.text('stars') === ''}>
            提交评价
          </Button>
        </form>
      )}
      {found.can.withdraw && <Button onClick={() => setLeaving(true)}>撤销需求</Button>}
      {isLeaving && (
        <ConfirmDialog
          title={`撤销 ${found.title}`}
          icon="undo"
          act="撤销"
          onConfirm={async () => {
            await answer.mutateAsync({ follow, stars: 0 });
            await onDone();
          }}
          onClose={() => setLeaving(false)}
        >
          撤销以后不再办理；还需要的，重新提出。
        </ConfirmDialog>
      )}
    </section>
  );
}
