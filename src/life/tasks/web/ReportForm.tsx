import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { useStands } from '#platform/web/dialogs/useStands.ts';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { reportOwnPart } from '../contract.ownPart.ts';
import { type PartDetail, reportFields, reportPart } from '../contract.part.ts';
import { MAX_FILES } from '../contract.ts';
import { isByMeeting } from '../rules.ts';
import { ProofField, parseProofs } from './Proofs.tsx';
import '#platform/web/form/form.css';

const schema = z.object({ report: reportFields.report, files: z.string(), proofs: z.string() });

/** 上报: the text, the files, or 零报告 where it is allowed; what came back from below is offered. */
export function ReportForm({ part }: { part: PartDetail }) {
  const reportOrgs = useAct(reportPart, { quiet: true });
  const reportOwn = useAct(reportOwnPart, { quiet: true });
  const report = part.isMine ? reportOwn : reportOrgs;
  const { tell } = useStands();
  const needsText = part.kind === 0;
  const form = useForm({
    schema,
    initial: {
      report: part.report,
      files: part.files.map(({ id }) => id).join(),
      proofs: JSON.stringify(part.proofs),
    },
    isNew: false,
    of: part.id,
    check: (values): Record<string, string> =>
      needsText && String(values.report).trim() === '' && parseProofs(String(values.proofs)).length === 0
        ? { report: part.isMine ? '请输入办理情况' : '请输入办理情况，或引用本组织的记录' }
        : {},
  });
  const send = async (isNil: boolean) => {
    if (!isNil && !form.validate()) return;
    try {
      const said = {
        id: part.id,
        version: part.version,
        report: isNil ? '' : form.text('report'),
        files: isNil ? [] : form.text('files').split(',').filter(Boolean),
        isNil,
      };
      const proofs = isNil ? [] : parseProofs(form.text('proofs')).map(({ key }) => key);
      if (part.isMine) await reportOwn.mutateAsync(said);
      else await reportOrgs.mutateAsync({ ...said, proofs });
    } catch (error) {
      if (!tell(error)) form.tell(error);
      return;
    }
    form.sent();
    emit('notice', { kind: 'success', text: part.isOverdue ? '已上报，标为补报' : '已上报，等待验收' });
  };
  const below = part.children.flatMap(({ reports }) => reports);
  const take = () => {
    const text = below
      .map(({ orgName, circle, report: said }) => `${orgName}${circle && `（${circle}）`}：${said}`)
      .join('\n');
    form.set({ report: [form.text('report').trim(), text].filter(Boolean).join('\n') });
  };
  return (
    <section className="card office-body" aria-label="上报">
      <h2>{part.state === 3 ? '补正上报' : '上报'}</h2>
      <form
        ref={form.box}
        className="form-grid"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(false);
        }}
      >
        {below.length > 0 && (
          <p className="form-field wide">
            <Button size="compact" onClick={take}>
              汇入下级上报的{below.length}条
            </Button>
          </p>
        )}
        <AreaField
          form={form}
          name="report"
          label={needsText ? '办理情况' : '说明'}
          {...(needsText ? { required: true } : {})}
          wide
          max={4000}
          rows={8}
        />
        <AttachmentField form={form} name="files" label="附件" format="common" count={MAX_FILES} kept={part.files} />
        {!isByMeeting(part.kind) && !part.isMine && <ProofField form={form} />}
        <div className="form-field wide office-send">
          {!isByMeeting(part.kind) && (
            <Button submit look="primary" disabled={report.isPending}>
              {needsText ? '上报' : '确认收到'}
            </Button>
          )}
          {part.nilAllowed && (
            <Button disabled={report.isPending} onClick={() => void send(true)}>
              零报告
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}
