import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { AreaField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { asTold } from '#platform/web/press/asking.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import {
  decideTransfer,
  getTransfer,
  type TransferDetail,
  undoTransfer,
  urgeTransfer,
  VIEWS,
  type View,
  withdrawTransfer,
} from '../contract.ts';
import { RETURN_REASONS, type ReturnReason } from '../rules.ts';
import { Findings } from './Findings.tsx';
import { DaysLeft, StatusTag, Way } from './parts.tsx';
import { PATHS } from './paths.ts';
import { SendReceipt } from './SendReceipt.tsx';
import './relation.css';

const isView = (text: string): text is View => text in VIEWS;

/** `businessHandle/:id/:type`: facts and rules left, the way in the middle, the decision and the history right. */
export default function Handle() {
  const { id = '', type = '' } = useParams();
  const view: View = isView(type) ? type : 'todo';
  const transferQuery = useCall(getTransfer, { id, view }, { quiet: true, staleTime: 0 });
  useTitle(transferQuery.data ? `业务办理 ${transferQuery.data.name}` : undefined);
  if (!transferQuery.data) return <Waiting query={transferQuery} lines={12} />;
  const transfer = transferQuery.data;
  return (
    <div className="rel-page">
      <header className="rel-title">
        <h1>组织关系转接 {transfer.name}</h1>
        <Acts transfer={transfer} view={view} />
      </header>
      <div className="rel-work">
        <section className="card" aria-label="人员">
          <p className="rel-head">
            <StatusTag row={transfer} /> {transfer.kindName}
          </p>
          <dl className="rel-facts">
            <Fact label="姓名" value={`${transfer.name}，${transfer.genderName}，${transfer.nationName}`} />
            <Fact label="身份证号" value={transfer.idCardNo} />
            <Fact label="人员类别" value={transfer.categoryName} />
            <Fact label="入党日期" value={transfer.admissionDate ?? ''} />
            <Fact label="转正日期" value={transfer.conversionDate ?? ''} />
            <Fact label="手机号" value={transfer.phonenumber} />
            <Fact label="工作单位" value={transfer.workUnit} />
            <Fact label="转出党组织" value={transfer.fromName} />
            <Fact label="转入党组织" value={transfer.toName} />
            <Fact label="转接原因" value={transfer.reason} />
            <Fact
              label="申请"
              value={`${transfer.byPerson ? '本人' : transfer.appliedName} ${transfer.submittedOn ?? ''}`}
            />
            <Fact label="介绍信" value={transfer.letterNo} />
            {transfer.dueOn && (
              <div>
                <dt>期限</dt>
                <dd>
                  {transfer.dueOn} <DaysLeft days={transfer.daysLeft} />
                </dd>
              </div>
            )}
            {transfer.returnedFor && <Fact label="退回原因" value={transfer.returnedFor} />}
          </dl>
          <Brought transfer={transfer} />
          {transfer.findings.length > 0 && (
            <>
              <h2 className="rel-sub">核对</h2>
              <Findings findings={transfer.findings} />
            </>
          )}
        </section>
        <section className="card" aria-label="路径">
          <div className="card-head">
            <h2>路径</h2>
          </div>
          <Ways transfer={transfer} />
          <h2 className="rel-sub">过程</h2>
          <ul className="rel-events">
            {transfer.events.map((event) => (
              <li key={event.id}>
                <span className="muted small">{dateTime(event.at).slice(0, 16)}</span>
                <div>
                  <b>{event.act}</b> {event.orgName} {event.operator}
                  <p className="small secondary">
                    {event.before && event.before !== event.after ? `${event.before} → ${event.after}` : event.after}
                    {event.note && `；${event.note}`}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
        <section className="card" aria-label="办理">
          <div className="card-head">
            <h2>办理</h2>
          </div>
          {transfer.can.decide ? (
            <Decide key={`${transfer.id}.${transfer.version}`} transfer={transfer} view={view} />
          ) : (
            <p className="rel-quiet">
              {transfer.waitsFor
                ? `等待${transfer.waitsFor}办理。`
                : (QUIET[transfer.status] ?? `${transfer.statusName}。`)}
            </p>
          )}
        </section>
      </div>
    </div>
  );
}

/** What a status without a station says. */
const QUIET: Readonly<Record<number, string>> = { 5: '已接收，回执待接收党委寄回。' };

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value.trim() || <span className="muted">未填写</span>}</dd>
  </div>
);

/** The letter that was brought, and the scans of it or of the receipt. */
function Brought({ transfer: { arrival, scans } }: { transfer: TransferDetail }) {
  if (!arrival && scans.length === 0) return null;
  return (
    <>
      <h2 className="rel-sub">{arrival ? '收到的介绍信' : '回执'}</h2>
      {arrival && (
        <dl className="rel-facts">
          <Fact label="编号" value={arrival.letterNo} />
          <Fact label="开具" value={`${arrival.issuedOn}，有效期至${arrival.validUntil}`} />
          <Fact label="收到" value={arrival.receivedOn} />
          <Fact label="党费交至" value={arrival.paidTo ?? ''} />
          {(arrival.address || arrival.phone) && (
            <Fact label="回执寄往" value={[arrival.address, arrival.phone].filter(Boolean).join('，')} />
          )}
        </dl>
      )}
      <FileList files={scans} label="扫描件" />
    </>
  );
}

function Ways({ transfer }: { transfer: TransferDetail }) {
  const urge = useAct(urgeTransfer);
  return (
    <Way
      hops={transfer.hops}
      onUrge={() =>
        // The client has shown why it failed.
        void urge
          .mutateAsync({ id: transfer.id })
          .then(({ orgName }) => emit('notice', { kind: 'success', text: `已催办${orgName}` }))
          .catch(() => {})
      }
    />
  );
}

const schema = z.object({ reason: z.string(), opinion: z.string().max(200) });
const REASONS = optionsOf(RETURN_REASONS);

/** Agreeing says what it does; sending back asks for a reason and words. The next one of the view opens at once. */
function Decide({ transfer, view }: { transfer: TransferDetail; view: View }) {
  const navigate = useNavigate();
  const [choice, setChoice] = useState<'agree' | 'return'>('agree');
  const form = useForm({ schema, initial: { reason: '', opinion: '' }, of: `Decide ${transfer.id}`, isNew: true });
  const decide = useAct(decideTransfer, { quiet: true });
  const isReturn = choice === 'return';
  const save = async () => {
    try {
      // What follows, and who is next, stands beside the choice.
      const { nextId } = await asTold(() =>
        decide.mutateAsync({
          id: transfer.id,
          version: transfer.version,
          decision: choice,
          opinion: form.text('opinion').trim(),
          view,
          ...(isReturn && form.text('reason') ? { reason: form.text('reason') as ReturnReason } : {}),
        }),
      );
      form.sent();
      emit('notice', { kind: 'success', text: isReturn ? '已退回' : '已办理' });
      if (nextId && view === 'todo') navigate(PATHS.handle(nextId, view), { replace: true });
    } catch (error) {
      form.tell(error);
    }
  };
  const isTakingIn = transfer.status === 4;
  const options = [
    { value: 'agree' as const, label: isTakingIn ? '受理' : '同意', note: transfer.next },
    { value: 'return' as const, label: '退回', note: '退给转出党支部，须选原因并写明' },
  ];
  return (
    <form
      ref={form.box}
      noValidate
      className="rel-act"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {options.map(({ value, label, note }) => (
        <label key={value} className={choice === value ? 'rel-option on' : 'rel-option'}>
          <input type="radio" name="decision" checked={choice === value} onChange={() => setChoice(value)} />
          <b>{label}</b>
          <small>{note}</small>
        </label>
      ))}
      {isReturn && <SelectField form={form} name="reason" label="退回原因" required options={REASONS} />}
      <AreaField
        form={form}
        name="opinion"
        label={isReturn ? '具体问题' : '意见'}
        max={200}
        {...(isReturn ? { required: true } : {})}
      />
      <Button submit look="primary" disabled={decide.isPending}>
        {isReturn ? '退回' : isTakingIn ? '受理编入支部' : '同意'}
      </Button>
    </form>
  );
}

/** What may be done beside deciding, and the next one of the view. */
function Acts({ transfer, view }: { transfer: TransferDetail; view: View }) {
  const navigate = useNavigate();
  const [isSending, setSending] = useState(false);
  const withdraw = useAct(withdrawTransfer, { quiet: true });
  const undo = useAct(undoTransfer, { quiet: true });
  const { can } = transfer;
  const word = can.withdraw ? '撤回' : '撤销';
  return (
    <div className="rel-acts">
      {can.edit && (
        <ButtonLink look="primary" to={pathWithQuery(PATHS.out, { id: transfer.id })}>
          修改并提交
        </ButtonLink>
      )}
      {can.sendReceipt && (
        <Button look="primary" onClick={() => setSending(true)}>
          登记寄回的回执
        </Button>
      )}
      {transfer.hasLetter && <ButtonLink to={pathWithQuery(PATHS.viewLetter, { id: transfer.id })}>介绍信</ButtonLink>}
      {can.decide && transfer.status === 1 && !transfer.letterNo && (
        <ButtonLink to={PATHS.editLetter(transfer.id)}>编辑介绍信</ButtonLink>
      )}
      <ApprovalActs
        acts={{
          withdraw: (can.withdraw || can.cancel) && {
            label: word,
            title: `${word}转接 ${transfer.name}`,
            words: { label: `${word}原因` },
            consequence: can.withdraw
              ? '撤回后成为草稿，可以修改再提交。'
              : '撤销后不能恢复；已开具的介绍信作废，编号保留。',
            run: async (reason) => {
              await withdraw.mutateAsync({ id: transfer.id, version: transfer.version, reason });
              emit('notice', { kind: 'success', text: `已${word}` });
            },
          },
          takeBack: can.undo && {
            label: transfer.status === 5 ? '撤销转入' : '撤销已完成的转接',
            title: `撤销已完成的转接 ${transfer.name}`,
            act: '撤销',
            words: { label: '撤销原因' },
            consequence: `另成一件转回${transfer.fromName}的记录，两件互相注明，原来的记录不删除。`,
            run: async (reason) => {
              const { id } = await undo.mutateAsync({ id: transfer.id, version: transfer.version, reason });
              emit('notice', { kind: 'success', text: '已转回原党支部' });
              navigate(PATHS.handle(id, 'mine'));
            },
          },
        }}
      />
      <ButtonLink to={pathWithQuery(PATHS.path, { id: transfer.id })}>转接路径</ButtonLink>
      {transfer.nextId && <ButtonLink to={PATHS.handle(transfer.nextId, view)}>下一件</ButtonLink>}
      {isSending && <SendReceipt transfer={transfer} onClose={() => setSending(false)} />}
    </div>
  );
}
