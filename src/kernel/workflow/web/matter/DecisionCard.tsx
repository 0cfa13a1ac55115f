import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { markStale, useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { asTold } from '#platform/web/press/asking.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import {
  DECISIONS,
  type Decision,
  decideTask,
  EVENTS,
  type EventKind,
  HANDLED,
  type InstanceDetail,
} from '../../contract.ts';
import '#platform/web/form/form.css';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { effectsOf, PHRASES, withPhrase } from './decision.ts';
import { InitiatorActs } from './InitiatorActs.tsx';
import { RecallSigner } from './RecallSigner.tsx';
import { SignerDialog } from './SignerDialog.tsx';
import { useKeptDecision } from './useKeptDecision.ts';
import { useWorkKeys } from './useWorkKeys.ts';
import './decision.css';

const HINTS: Readonly<Record<Decision, string>> = {
  agree: '交给下一个节点，或办结',
  return: '请对方补充或更正后再审',
  reject: '须写明理由，事项到此结束',
};
const KEYS: Readonly<Record<Decision, string>> = { agree: '1', return: '2', reject: '3' };
const LABELS: Readonly<Record<Decision, string>> = { agree: '审批意见', return: '补正要求', reject: '不同意的理由' };
const MOST = 500;
/** What somebody who was quicker may have done. */
const DECIDING: Readonly<Partial<Record<EventKind, true>>> = {
  agreed: true,
  rejected: true,
  returned: true,
  withdrawn: true,
};

interface DecisionCardProps {
  instance: InstanceDetail;
  next: string | undefined;
  /** What to open after this one, once the list of what waits has come; to keep the place, asked for before the decision is sent. */
  findAfter: () => Promise<string | undefined>;
  onNext: (id: string | undefined) => void;
}

/** The decision: what can be chosen, the opinion, what follows; or who has decided already. */
export function DecisionCard({ instance, next, findAfter, onNext }: DecisionCardProps) {
  const { can, taskId } = instance;
  const kept = useKeptDecision(taskId);
  const { decision, opinion, returnTo, straightBack } = kept.writing;
  const [fault, setFault] = useState('');
  const [handled, setHandled] = useState(false);
  const [openDialog, setOpenDialog] = useState<'confirm' | 'addSign' | 'handOver' | null>(null);
  const [aim, setAim] = useState<{ at: Decision } | null>(null);
  const client = useQueryClient();
  const act = useAct(decideTask, { quiet: true });
  const area = useRef<HTMLTextAreaElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  // From the press on: what comes after is looked for before the decision goes.
  const [sending, setSending] = useState(false);

  const send = async () => {
    if (!decision || !taskId || sending) return;
    setSending(true);
    const after = await findAfter().catch(() => next);
    const input = { taskId, decision, opinion: opinion.trim() };
    const back = decision === 'return' ? { returnTo, straightBack: returnTo === '' && straightBack } : {};
    try {
      // What follows stands below the choice.
      await asTold(() => act.mutateAsync({ ...input, ...back }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.message === HANDLED) {
        setHandled(true);
        kept.sent();
        markStale(client, decideTask);
      } else setFault(error.fields.opinion ?? Object.values(error.fields)[0] ?? error.message);
      return;
    } finally {
      setSending(false);
    }
    kept.sent();
    emit('notice', { kind: 'success', text: `${DECISIONS[decision]}：${instance.title}` });
    onNext(after);
  };
  const press = () => {
    if (!decision || sending) return;
    if (decision !== 'agree' && opinion.trim() === '') {
      setFault(`请输入${LABELS[decision]}`);
      area.current?.focus();
      return;
    }
    setFault('');
    if (decision === 'agree') void send();
    else setOpenDialog('confirm');
  };
  // Once the choice is drawn: the button is enabled by it, and the field belongs to it. The next key finds the focus there.
  useLayoutEffect(() => {
    if (aim) (aim.at === 'agree' ? submit : area).current?.focus();
  }, [aim]);
  const choose = (which: Decision, byKey: boolean) => {
    if (sending) return;
    kept.set({ decision: which });
    setFault('');
    if (byKey) setAim({ at: which });
  };
  const open = can.decide && !handled;
  useWorkKeys(
    open ? { 1: () => choose('agree', true), 2: () => choose('return', true), 3: () => choose('reject', true) } : {},
  );

  if (!open) {
    const decided = instance.history.findLast(({ kind }) => kind in DECIDING);
    return (
      <section className="card work-decision" aria-label="审批决定">
        <div className="card-head">
          <h2>审批决定</h2>
        </div>
        <div className="work-decision-body">
          {handled ? (
            <p className="banner warn" role="alert">
              <Icon name="warning" />
              <span>
                <b>{HANDLED}</b>
                {decided && `：${decided.actor}${EVENTS[decided.kind]}，${dateTime(decided.at)}`}
                。您的决定没有提交。
              </span>
            </p>
          ) : (
            <Standing instance={instance} />
          )}
          <InitiatorActs instance={instance} />
        </div>
        {next && (
          <div className="work-decision-foot">
            <Button look="primary" onClick={() => onNext(next)}>
              下一件
            </Button>
          </div>
        )}
      </section>
    );
  }
  const effects = decision ? effectsOf(instance, decision, returnTo, straightBack) : [];
  return (
    <section className="card work-decision" aria-label="审批决定">
      <div className="card-head">
        <h2>审批决定</h2>
        <span className="card-extra">{instance.nodeName}</span>
      </div>
      <div className="work-decision-body">
        {instance.dueAt && (
          <p className={instance.isOverdue ? 'banner bad' : 'banner'}>
            <Icon name={instance.isOverdue ? 'warning' : 'clock'} />
            <span>
              {instance.isOverdue ? '已超过期限' : '请在期限前办理'}：{dateTime(instance.dueAt)}
            </span>
          </p>
        )}
        <div role="radiogroup" aria-label="审批决定" className="work-options">
          {(Object.keys(DECISIONS) as Decision[]).map((which) => (
            <label key={which} className={which === decision ? 'work-option on' : 'work-option'}>
              <input
                type="radio"
                className="tick"
                name="decision"
                checked={which === decision}
                onChange={() => choose(which, false)}
              />
              <span>
                {DECISIONS[which]}
                <small>{HINTS[which]}</small>
              </span>
              <kbd className="key">{KEYS[which]}</kbd>
            </label>
          ))}
        </div>
        {decision === 'return' && (
          <div>
            <label className="field-label" htmlFor="return-to">
              退回到
            </label>
            <span className="field-box">
              <select id="return-to" value={returnTo} onChange={(event) => kept.set({ returnTo: event.target.value })}>
                <option value="">发起人 {instance.initiator}</option>
                {instance.returnTo.map(({ nodeId, name }) => (
                  <option key={nodeId} value={nodeId}>
                    {name}
                  </option>
                ))}
              </select>
              <Icon name="down" size={14} />
            </span>
            {returnTo === '' && (
              <label className="work-straight">
                <input
                  type="checkbox"
                  className="tick"
                  checked={straightBack}
                  onChange={(event) => kept.set({ straightBack: event.target.checked })}
                />
                补正后直接回到本节点
              </label>
            )}
          </div>
        )}
        <div>
          <label className="field-label work-opinion-label" htmlFor="opinion">
            <span>
              {decision && decision !== 'agree' && <span className="must">*</span>}
              {LABELS[decision ?? 'agree']}
            </span>
            <span className="muted small">
              {opinion.length} / {MOST}
            </span>
          </label>
          <textarea
            ref={area}
            id="opinion"
            className={fault ? 'field-area wrong' : 'field-area'}
            rows={3}
            maxLength={MOST}
            value={opinion}
            aria-required={decision !== null && decision !== 'agree'}
            aria-invalid={fault !== ''}
            aria-describedby="opinion-fault"
            onChange={(event) => {
              kept.set({ opinion: event.target.value });
              setFault('');
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) press();
              else if (event.key === 'Escape') event.currentTarget.blur();
            }}
          />
          <div id="opinion-fault">
            {fault && (
              <p className="field-fault" role="alert">
                <Icon name="warning" size={14} />
                {fault}
              </p>
            )}
          </div>
          <div className="work-phrases">
            {PHRASES[decision ?? 'agree'].map((phrase) => (
              <Pressable
                key={phrase}
                className="tag"
                onClick={() => kept.set({ opinion: withPhrase(opinion, phrase).slice(0, MOST) })}
              >
                {phrase}
              </Pressable>
            ))}
          </div>
        </div>
        {effects.length > 0 && (
          <div className="work-effects" role="status">
            <b className="work-effects-head">提交以后</b>
            <ul>
              {effects.map((effect) => (
                <li key={effect}>{effect}</li>
              ))}
            </ul>
          </div>
        )}
        <InitiatorActs instance={instance} />
      </div>
      <div className="work-decision-foot">
        {can.addSign && <Button onClick={() => setOpenDialog('addSign')}>加签</Button>}
        {can.handOver && <Button onClick={() => setOpenDialog('handOver')}>转交</Button>}
        <Button ref={submit} look="primary" disabled={!decision || sending} title="Ctrl+Enter" onClick={press}>
          {sending ? '正在提交' : decision ? DECISIONS[decision] : '请先选择'}
        </Button>
      </div>
      {openDialog === 'confirm' && decision && (
        <ConfirmDialog
          title={`${DECISIONS[decision]} ${instance.title}`}
          icon="warning"
          act={DECISIONS[decision]}
          onConfirm={send}
          onClose={() => setOpenDialog(null)}
        >
          {effects.join('；')}。
        </ConfirmDialog>
      )}
      {(openDialog === 'addSign' || openDialog === 'handOver') && taskId && (
        <SignerDialog
          taskId={taskId}
          kind={openDialog}
          onDone={async () => {
            if (openDialog !== 'handOver') return;
            kept.sent();
            onNext(await findAfter().catch(() => next));
          }}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </section>
  );
}

/** Why there is nothing to decide for the reader. */
function Standing({ instance }: { instance: InstanceDetail }) {
  const { state, obstacle, asking, waitingFor, nodeName } = instance;
  if (asking) return <RecallSigner {...asking} />;
  if (obstacle) {
    return (
      <p className="banner warn">
        <Icon name="lock" />
        <span>{obstacle}</span>
      </p>
    );
  }
  if (state === 'running') {
    return (
      <p className="secondary">
        在“{nodeName}”，等{waitingFor.join('、') || '审批人'}审批。
      </p>
    );
  }
  if (state === 'returned') {
    return (
      <p className="secondary">
        已退回给{instance.initiator}，等补正后重新提交。
        {instance.can.resubmit && <Link to={`/affairs/approval/mend/${instance.id}`}>去补正</Link>}
      </p>
    );
  }
  const words = { approved: '已同意，事项办结', rejected: '不同意，事项结束', withdrawn: '已由发起人撤回' }[state];
  return (
    <p className="secondary">
      {words}，{dateTime(instance.endedAt)}。
    </p>
  );
}
