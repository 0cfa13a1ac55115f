import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  addResolution,
  doneFields,
  lifeResolutionTask,
  listResolutions,
  type Resolution,
  removeResolution,
  resolutionFields,
  settleResolution,
} from '../contract.resolution.ts';
import { PersonOf } from './PersonOf.tsx';

const TONES = { done: 'ok', late: 'bad', open: 'warn', task: 'info' } as const;
type Asking = 'add' | { settle: Resolution } | { remove: Resolution } | null;

/** 议定事项 of a meeting: who does what by when, until it is done by hand or with the task that was made of it. */
export function Resolutions({ id }: { id: string }) {
  const navigate = useNavigate();
  const query = useCall(listResolutions, { id }, { quiet: true });
  const [asking, setAsking] = useState<Asking>(null);
  const make = useAct(lifeResolutionTask);
  if (!query.data) return null;
  const { rows, can } = query.data;
  if (rows.length === 0 && !can.add) return null;
  const done = rows.filter(({ state }) => state === 'done').length;
  const toTask = async (resolutionId: string) => {
    try {
      const { taskId } = await make.mutateAsync({ id, resolutionId });
      emit('notice', { kind: 'success', text: '已转为任务草稿，核对后发布' });
      navigate(`/affairs/task/edit/${taskId}`);
    } catch {
      // The client has shown why.
    }
  };
  return (
    <section className="card" aria-label="议定事项">
      <div className="card-head">
        <h2>议定事项</h2>
        {rows.length > 0 && (
          <span className="secondary">
            {rows.length}项，已办结{done}项
          </span>
        )}
        {can.add && (
          <span className="card-extra">
            <Button icon="plus" onClick={() => setAsking('add')}>
              登记事项
            </Button>
          </span>
        )}
      </div>
      {rows.length === 0 && (
        <p className="life-empty">会上议定的事登记责任人和期限，到期前在待办里提醒，办结后销去。</p>
      )}
      <ul className="life-people">
        {rows.map((one) => (
          <li key={one.id}>
            <span className="grow">
              {one.text}
              <small className="muted">
                {one.personName ? `${one.personName}负责，` : ''}
                {one.dueOn}前完成
                {one.doneOn && `；${one.doneOn}办结：${one.evidence}（${one.doneBy}）`}
              </small>
            </span>
            {one.task && (
              <ButtonLink
                size="compact"
                to={one.task.isDraft ? `/affairs/task/edit/${one.task.id}` : `/affairs/task/detail/${one.task.id}`}
              >
                任务：{one.task.stateName}
              </ButtonLink>
            )}
            <span className={`tag ${TONES[one.state]}`}>{one.stateName}</span>
            {one.can.task && (
              <Button size="compact" disabled={make.isPending} onClick={() => void toTask(one.id)}>
                转为任务
              </Button>
            )}
            {one.can.settle && (
              <Button size="compact" onClick={() => setAsking({ settle: one })}>
                办结
              </Button>
            )}
            {one.can.remove && (
              <Button size="compact" aria-label={`删去${one.text}`} onClick={() => setAsking({ remove: one })}>
                删去
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asking === 'add' && <AddDialog id={id} onClose={() => setAsking(null)} />}
      {asking !== null && asking !== 'add' && 'settle' in asking && (
        <SettleDialog id={id} one={asking.settle} onClose={() => setAsking(null)} />
      )}
      {asking !== null && asking !== 'add' && 'remove' in asking && (
        <RemoveDialog id={id} one={asking.remove} onClose={() => setAsking(null)} />
      )}
    </section>
  );
}

function AddDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const save = useAct(addResolution, { quiet: true });
  const form = useForm({
    schema: z.object({
      text: resolutionFields.text,
      personId: z.string(),
      personName: z.string(),
      dueOn: resolutionFields.dueOn,
    }),
    initial: { text: '', personId: '', personName: '', dueOn: '' },
    of: `AddDialog ${id}`,
    isNew: true,
  });
  const send = () =>
    save.mutateAsync({ id, text: form.text('text'), personId: form.text('personId'), dueOn: form.text('dueOn') });
  return (
    <FormDialog title="登记议定事项" icon="edit" form={form} pending={save.isPending} onSave={send} onClose={onClose}>
      <AreaField form={form} name="text" label="议定事项" required max={500} rows={3} />
      <PersonOf form={form} name="person" label="责任人" />
      <DateField form={form} name="dueOn" label="期限" required hint="到期前在待办里提醒，办结后消失" />
    </FormDialog>
  );
}

function SettleDialog({ id, one, onClose }: { id: string; one: Resolution; onClose: () => void }) {
  const save = useAct(settleResolution, { quiet: true });
  const form = useForm({
    schema: z.object(doneFields),
    initial: { doneOn: '', evidence: '' },
    of: `SettleDialog ${one.id}`,
    isNew: true,
  });
  const send = () =>
    save.mutateAsync({ id, resolutionId: one.id, doneOn: form.text('doneOn'), evidence: form.text('evidence') });
  return (
    <FormDialog
      title="办结议定事项"
      icon="check"
      act="办结"
      form={form}
      pending={save.isPending}
      onSave={send}
      onClose={onClose}
    >
      <p className="field-hint wide">{one.text}</p>
      <DateField form={form} name="doneOn" label="办结日期" required />
      <AreaField form={form} name="evidence" label="办理结果" required max={500} />
    </FormDialog>
  );
}

function RemoveDialog({ id, one, onClose }: { id: string; one: Resolution; onClose: () => void }) {
  const remove = useAct(removeResolution);
  return (
    <ConfirmDialog
      title="删去议定事项"
      icon="trash"
      act="删去"
      onConfirm={async () => {
        await remove.mutateAsync({ id, resolutionId: one.id });
        emit('notice', { kind: 'success', text: '已删去' });
      }}
      onClose={onClose}
    >
      “{one.text}”将被删去，待办一并消失；只用于登记有误的。
    </ConfirmDialog>
  );
}
