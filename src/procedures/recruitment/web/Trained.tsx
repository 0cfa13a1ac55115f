import { useCall } from '#platform/web/call/hooks.ts';
import type { Form } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { proposeTraining } from '../contract.training.ts';

/** Step 11: what the ledger of hours knows already, to be taken over at a touch. */
export function Trained({ fileId, form }: { fileId: string; form: Form }) {
  const proposeTrainingQuery = useCall(proposeTraining, { fileId }, { quiet: true });
  if (!proposeTrainingQuery.data) return null;
  const { from, hours, days, endsOn, certificates } = proposeTrainingQuery.data;
  if (endsOn === null) return <p className="muted tiny">学时台账里从 {from} 起没有集中培训记录，请按结业证明填写。</p>;
  const best = certificates.toSorted((a, b) => b.hours - a.hours)[0];
  return (
    <section className="fz-talk" aria-label="培训记录">
      <p>
        从 {from} 起，学时台账有集中培训{days}天、{hours}学时，最后一次 {endsOn}。
      </p>
      {certificates.map(({ number, title, startsOn, endsOn: end, hours: of }) => (
        <p key={number} className="muted tiny">
          {number} {title}，{startsOn} 至 {end}，{of}学时
        </p>
      ))}
      <div className="fz-acts">
        <Button
          size="compact"
          onClick={() =>
            form.set({
              handledOn: endsOn,
              ...(days > 0 ? { days: String(days) } : {}),
              ...(Math.max(hours, best?.hours ?? 0) > 0 ? { hours: String(Math.max(hours, best?.hours ?? 0)) } : {}),
            })
          }
        >
          填入天数和学时
        </Button>
      </div>
    </section>
  );
}
