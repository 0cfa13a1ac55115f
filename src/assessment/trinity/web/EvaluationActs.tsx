import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmAct, UrgeButton } from '#house/web/given/acts.tsx';
import { useUrge } from '#house/web/given/urge.ts';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { countScores } from '../contract.score.ts';
import { closeEvaluation, copyEvaluation, extendEvaluation, openEvaluation, urgeEvaluation } from '../contract.ts';
import type { evaluationCalls } from '../nouns/evaluation.ts';
import { PATHS } from './paths.ts';

export type Evaluation = ReplyOf<typeof evaluationCalls.get>;

const notify = (text: string) => emit('notice', { kind: 'success', text });

/** What can be done with an evaluation now, the next step first. */
export function EvaluationActs({ evaluation }: { evaluation: Evaluation }) {
  const session = useSession();
  const [openDialog, setOpenDialog] = useState<'extend' | 'copy' | null>(null);
  const open = useAct(openEvaluation, { quiet: true });
  const end = useAct(closeEvaluation, { quiet: true });
  const urge = useUrge(urgeEvaluation, evaluation.id, '考核单位');
  const { id, version, name, own, units } = evaluation;
  const isOwn = evaluation.orgId === session.user.workOrgId && may(session, 'trinity:set');
  const recount = useAct(countScores);
  const auto = evaluation.parts.some(({ items }) => items.some(({ method }) => method === 1));
  const again = () =>
    recount
      .mutateAsync({ id })
      .then(({ counted }) => notify(`已按检查项现在的情况核查${counted}项`))
      // The client has shown why.
      .catch(() => {});
  return (
    <>
      <ConfirmAct
        when={own.open && evaluation.fault === ''}
        icon="check"
        words="开始考评"
        act="开始"
        of={name}
        run={async () => {
          await open.mutateAsync({ id, version });
          return `考评已开始，已通知${units}个考核单位`;
        }}
      >
        {units}个考核单位立即收到通知，{evaluation.endsOn}截止。开始后考评指标不能再改，可以延长期限、增加考核单位。
      </ConfirmAct>
      {own.run && <UrgeButton urge={urge} />}
      {evaluation.ownUnitId && (
        <ButtonLink look="primary" icon="clipboard" to={PATHS.unitOf(evaluation.ownUnitId)}>
          本组织的考评
        </ButtonLink>
      )}
      {(units > 0 || own.set) && (
        <ButtonLink icon="organisation" to={PATHS.unitsOf(id)}>
          考核单位
        </ButtonLink>
      )}
      {own.run && auto && (
        <Button icon="refresh" disabled={recount.isPending} onClick={() => void again()}>
          重新核查
        </Button>
      )}
      {own.run && (
        <Button icon="calendarCheck" onClick={() => setOpenDialog('extend')}>
          延长期限
        </Button>
      )}
      <ConfirmAct
        when={own.run}
        icon="close"
        words="结束考评"
        act="结束"
        of={name}
        run={async () => {
          await end.mutateAsync({ id, version });
          return '考评已结束，得分和名次已定';
        }}
      >
        结束后不再收资料，没有报送和评分的计0分；得分、等次和名次定下来，各考核单位收到通知。以后更正得分须写明原因。
      </ConfirmAct>
      {isOwn && (
        <Button icon="columns" onClick={() => setOpenDialog('copy')}>
          复制
        </Button>
      )}
      {openDialog === 'extend' && <Extend evaluation={evaluation} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'copy' && <Copy evaluation={evaluation} onClose={() => setOpenDialog(null)} />}
    </>
  );
}

const extendSchema = extendEvaluation.input.pick({ endsOn: true, reason: true });

function Extend({ evaluation, onClose }: { evaluation: Evaluation; onClose: () => void }) {
  const extend = useAct(extendEvaluation, { quiet: true });
  const form = useForm({
    schema: extendSchema,
    initial: { endsOn: evaluation.endsOn, reason: '' },
    of: `Extend ${evaluation.id}`,
    isNew: true,
    check: ({ endsOn }): Record<string, string> =>
      String(endsOn) <= evaluation.endsOn ? { endsOn: `应晚于原来的截止日期${evaluation.endsOn}` } : {},
  });
  return (
    <FormDialog
      title={`延长期限 ${evaluation.name}`}
      icon="calendarCheck"
      act="延长"
      form={form}
      pending={extend.isPending}
      onClose={onClose}
      onSave={async () => {
        const { endsOn, reason } = form.values;
        await extend.mutateAsync({ id: evaluation.id, version: evaluation.version, endsOn, reason });
        notify(`已延长到${endsOn}，已通知各考核单位`);
        onClose();
        return false;
      }}
    >
      <DateField form={form} name="endsOn" label="新的截止日期" required hint={`原来的是${evaluation.endsOn}`} />
      <AreaField form={form} name="reason" label="延期原因" required max={200} />
    </FormDialog>
  );
}

const copySchema = copyEvaluation.input.pick({ name: true, year: true });

function Copy({ evaluation, onClose }: { evaluation: Evaluation; onClose: () => void }) {
  const navigate = useNavigate();
  const copy = useAct(copyEvaluation, { quiet: true });
  const { name, year } = evaluation;
  const form = useForm({
    schema: copySchema,
    initial: { name: name.replace(String(year), String(year + 1)), year: String(year + 1) },
    of: `Copy ${evaluation.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`复制 ${name}`}
      icon="columns"
      act="复制"
      form={form}
      pending={copy.isPending}
      onClose={onClose}
      onSave={async () => {
        const made = await copy.mutateAsync({ id: evaluation.id, name: form.text('name'), year: form.text('year') });
        notify('已复制为草稿，请核对日期、指标和考核单位');
        onClose();
        navigate(PATHS.viewOf(made.id));
        return false;
      }}
    >
      <TextField form={form} name="name" label="考评名称" required max={60} />
      <TextField form={form} name="year" label="年度" required max={4} inputMode="numeric" />
      <p className="muted">指标、等次、评审组织和仍在管理范围内的考核单位一并复制；资料和得分不复制。</p>
    </FormDialog>
  );
}
