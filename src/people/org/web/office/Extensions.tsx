import { useState } from 'react';
import { z } from 'zod';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { Line } from '#platform/web/field/record.tsx';
import { AreaField, DateField } from '#platform/web/form/fields.tsx';
import { type Faults, useForm } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { decideExtension, extendTerm, extensionForm, withdrawExtension } from '../../contract.extension.ts';
import type { TermDetail } from '../../contract.office.ts';
import { EXTENSION_STATES, type ExtensionState, faultOfExtension, warningOfExtension } from '../../rules.office.ts';

const TONES: Partial<Record<ExtensionState, string>> = { pending: 'warn', approved: 'ok', returned: 'bad' };
const today = () => new Date().toLocaleDateString('sv-SE');
const schema = extensionForm.extend({ files: z.string().min(1, '请上传申请延期的请示或报告') });

/** 届期延长 of a term: what was asked for, what came of it, and the decision. */
export function Extensions({ term }: { term: TermDetail }) {
  const decide = useAct(decideExtension, { quiet: true });
  const withdraw = useAct(withdrawExtension);
  const urge = useUrgeAbove('extension', term.id);
  if (term.extensions.length === 0) return null;
  const what = `${term.orgName}第${term.number}届延期`;
  const until = term.extensions.find(({ state }) => state === 'pending')?.until;
  return (
    <section aria-label="届期延长">
      <div className="record-section">
        <h2 className="section-title">届期延长</h2>
        <span className="record-section-acts">
          <ApprovalActs
            acts={{
              agree: term.canDecide && {
                title: `同意 ${what}`,
                words: { label: '审批意见', free: true },
                consequence: `本届届满日期由${term.nextElectionOn}改为${until}，换届提醒和预警按新的日期计算。`,
                run: async (opinion) => {
                  await decide.mutateAsync({ id: term.id, version: term.version, agree: true, opinion });
                  emit('notice', { kind: 'success', text: `已同意延期至${until}` });
                },
              },
              return: term.canDecide && {
                title: `退回 ${what}`,
                words: { label: '退回原因' },
                consequence: `本届仍于${term.nextElectionOn}届满，申请人可以重新申请。`,
                run: async (opinion) => {
                  await decide.mutateAsync({ id: term.id, version: term.version, agree: false, opinion });
                  emit('notice', { kind: 'success', text: '已退回，申请人会收到通知' });
                },
              },
              urge: term.canWithdraw && urge,
              withdraw: term.canWithdraw && {
                label: '撤回申请',
                title: `撤回申请 ${what}`,
                act: '撤回',
                consequence: '撤回后上级党组织不再审批，待办随之取消；需要时可以重新申请。',
                run: async () => {
                  await withdraw.mutateAsync({ id: term.id, version: term.version });
                  emit('notice', { kind: 'success', text: '申请已撤回，可以重新申请' });
                },
              },
            }}
          />
        </span>
      </div>
      {term.extensions.map((one) => (
        <dl key={one.id} className="record-fields">
          <Line label="延期至">
            {one.until} <span className={`tag ${TONES[one.state] ?? ''}`}>{EXTENSION_STATES[one.state]}</span>
          </Line>
          <Line label="申请" source={dateTime(one.askedAt)}>
            {one.askedBy}
          </Line>
          <Line label="延期原因" wide>
            <span className="org-introduction">{one.reason}</span>
          </Line>
          {one.state === 'withdrawn' && <Line label="撤回时间">{dateTime(one.decidedAt)}</Line>}
          {one.decidedAt && one.state !== 'withdrawn' && (
            <Line
              label={one.state === 'returned' ? '退回原因' : '审批意见'}
              wide
              source={`${one.decidedBy} ${dateTime(one.decidedAt)}`}
            >
              {one.opinion || '同意'}
            </Line>
          )}
          <Line label="附件" wide>
            <FileList files={one.files} />
          </Line>
          {term.canDecide && one.state === 'pending' && <Unusual term={term} until={one.until} />}
        </dl>
      ))}
    </section>
  );
}

/** What goes beyond a year, which 一般 does not happen. */
function Unusual({ term, until }: { term: TermDetail; until: string }) {
  const warning = term.endsByRule && until ? warningOfExtension(until, term.endsByRule) : '';
  if (!warning) return null;
  return (
    <p className="banner warn" role="status">
      <Icon name="warning" />
      <span>{warning}</span>
    </p>
  );
}

/** 申请届期延长: until when, why, and the paper. */
export function AskExtension({ term, onClose }: { term: TermDetail; onClose: () => void }) {
  const extend = useAct(extendTerm, { quiet: true });
  // What is asked for is asked of the term as it stood when the form was opened.
  const [{ id, version, nextElectionOn }] = useState(term);
  const check = ({ until }: Record<string, unknown>): Faults => {
    const fault = until ? faultOfExtension(String(until), nextElectionOn ?? '', today()) : '';
    return fault ? { until: fault } : {};
  };
  const form = useForm({
    schema,
    initial: { until: '', reason: '', files: '' },
    of: `AskExtension ${term.id}`,
    isNew: true,
    check,
  });
  return (
    <FormDialog
      icon="clock"
      act="提交申请"
      width={700}
      title={`申请届期延长 ${term.orgName}第${term.number}届`}
      form={form}
      pending={extend.isPending}
      onSave={async () => {
        const files = form.text('files').split(',').filter(Boolean);
        const asked = { id, version, until: form.text('until'), reason: form.text('reason'), files };
        const { deciderName } = await extend.mutateAsync(asked);
        emit('notice', { kind: 'success', text: `已提交${deciderName}审批` });
        onClose();
        return false;
      }}
      onClose={onClose}
    >
      <DateField
        form={form}
        name="until"
        label="延期至"
        required
        hint={`本届${nextElectionOn}届满；须经上级党组织批准，一般不超过1年`}
      />
      <Unusual term={term} until={form.text('until')} />
      <AreaField form={form} name="reason" label="延期原因" required max={500} rows={3} />
      <AttachmentField form={form} name="files" label="请示或报告" required format="common" count={10} />
    </FormDialog>
  );
}
