import { useState } from 'react';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { checkReport, fileOwn, fixOwn, leaveOwn, ownReports, printOwn, type ReportDetail } from '../contract.ts';
import { REPORT } from '../rules.ts';
import { BLANK, LivingFields, ServiceFields, StatusTag, valuesOf } from './parts.tsx';
import { PlaceFault, ReceiverField } from './pickers.receiver.tsx';

type Own = ReplyOf<typeof ownReports>;
type Place = { id: string; name: string } | null;

/**
 * The person's own report: where it stands, and the form.
 * @param receiver the community whose code was scanned
 * @param embedded below the head of another page
 */
export function OwnReport({ receiver, embedded = false }: { receiver: Place; embedded?: boolean }) {
  const query = useCall(ownReports, {}, { quiet: true, staleTime: 0 });
  const [open, setOpen] = useState<'new' | ReportDetail | null>(receiver ? 'new' : null);
  const close = () => setOpen(null);
  return (
    <RecordLoader query={query} fresh>
      {(own) => {
        if (open === 'new' && own.whyNot === '') return <Filing own={own} receiver={receiver} onDone={close} />;
        if (open !== null && open !== 'new') return <Fixing report={open} onDone={close} />;
        return <Standing own={own} embedded={embedded} onFile={() => setOpen('new')} onFix={setOpen} />;
      }}
    </RecordLoader>
  );
}

function Standing({
  own,
  embedded,
  onFile,
  onFix,
}: {
  own: Own;
  embedded: boolean;
  onFile: () => void;
  onFix: (report: ReportDetail) => void;
}) {
  const lives = own.rows.some(({ status }) => status === REPORT.reported);
  const act = own.whyNot === '' && (
    <Button look="primary" icon="plus" onClick={onFile}>
      {lives ? '搬家，到新社区报到' : '到社区报到'}
    </Button>
  );
  return (
    <div className="sbd-stack">
      {embedded ? <div className="matter-acts matter-gap">{act}</div> : <PageHead title="党员报到">{act}</PageHead>}
      <div className="banner">
        <Icon name="help" />
        <span className="grow">
          {own.whyNot || '在职党员到居住地社区党组织报到，平时参加服务、急时听从调度；组织关系不变。'}
        </span>
      </div>
      <section className="card" aria-label="我的报到">
        <div className="card-head">
          <h2>我的报到</h2>
          <span className="card-extra">{own.homeName}</span>
        </div>
        {own.rows.length === 0 && <p className="matter-quiet">还没有报到。</p>}
        {own.rows.map((row) => (
          <Row key={row.id} row={row} onFix={() => onFix(row)} />
        ))}
      </section>
    </div>
  );
}

function Row({ row, onFix }: { row: ReportDetail; onFix: () => void }) {
  const [open, setOpen] = useState<'print' | 'leave' | null>(null);
  const leave = useAct(leaveOwn, { quiet: true });
  const urge = useUrgeAbove('sbdReport', row.id);
  const close = () => setOpen(null);
  const { version } = row;
  return (
    <article className="sbd-own" aria-label={row.orgName}>
      <header>
        <h3>
          {row.orgName}
          <StatusTag name={row.statusName} />
        </h3>
        <div className="matter-acts">
          {row.can.edit && (
            <Button icon="edit" onClick={onFix}>
              修改
            </Button>
          )}
          {row.can.print && (
            <Button icon="print" onClick={() => setOpen('print')}>
              报到回执单
            </Button>
          )}
          {row.can.end && <Button onClick={() => setOpen('leave')}>登记迁出</Button>}
          <ApprovalActs
            acts={{
              urge: row.can.urge && urge,
              withdraw: row.can.withdraw && {
                title: '撤回报到',
                act: '撤回',
                consequence: `到${row.orgName}的报到将撤回，之后可以重新报到。`,
                run: async () => {
                  await leave.mutateAsync({ id: row.id, version });
                  emit('notice', { kind: 'success', text: '已撤回' });
                },
              },
            }}
          />
        </div>
      </header>
      <p>
        {row.residence}
        {row.quarter && `，${row.quarter}`}
      </p>
      <p className="muted">
        {row.postNames}；{row.timeNames}
      </p>
      <p className="muted">
        {row.sourceName} {row.askedOn}
        {row.decidedOn && `，${row.reason ? '退回' : '接收'} ${row.decidedOn}`}
        {row.endedOn && `，结束 ${row.endedOn}`}
      </p>
      {row.reason && <p>退回原因：{row.reason}</p>}
      {row.endNote && <p>{row.endNote}</p>}
      {open === 'print' && (
        <PaperDialog
          title="报到回执单"
          ask={(signal) => call(printOwn, { id: row.id }, { quiet: true, signal })}
          onClose={close}
        />
      )}
      {open === 'leave' && (
        <ReasonDialog
          title={`从${row.orgName}迁出`}
          act="登记迁出"
          label="迁出原因"
          max={100}
          onDone={async (note) => {
            await leave.mutateAsync({ id: row.id, version, note });
            emit('notice', { kind: 'success', text: '已登记迁出' });
          }}
          onClose={close}
        >
          搬到别的社区的，直接到新社区报到，接收后自动迁出。
        </ReasonDialog>
      )}
    </article>
  );
}

function Filing({ own, receiver, onDone }: { own: Own; receiver: Place; onDone: () => void }) {
  const file = useAct(fileOwn, { quiet: true });
  const [last] = own.rows;
  const [start] = useState(() => ({
    ...BLANK,
    ...(last && { posts: last.posts.join(), times: last.times.join(), skills: last.skills }),
    residence: last ? '' : own.residence,
    ...(receiver && { orgId: receiver.id, orgName: receiver.name }),
  }));
  const form = useForm({ schema: fileOwn.input, initial: start, isNew: true });
  const orgId = form.text('orgId');
  const check = useCall(checkReport, orgId ? { orgId } : null, { quiet: true }).data;
  return (
    <FormPage
      title="到社区报到"
      form={form}
      act="提交"
      onSave={async () => {
        const { orgName, ...values } = form.values;
        await file.mutateAsync(values);
        emit('notice', { kind: 'success', text: `已提交，由${orgName}审核` });
        clearKeptInput();
        onDone();
      }}
      onCancel={onDone}
      sections={[
        {
          id: 'where',
          title: '到哪里',
          content: (
            <>
              <ReceiverField form={form} label="社区党组织" hint="居住地的社区（村）党组织" />
              <PlaceFault why={check?.orgId} />
              <LivingFields form={form} />
            </>
          ),
        },
        { id: 'service', title: '能做什么', content: <ServiceFields form={form} /> },
      ]}
    />
  );
}

function Fixing({ report, onDone }: { report: ReportDetail; onDone: () => void }) {
  const fix = useAct(fixOwn, { quiet: true });
  const [start] = useState(() => valuesOf(report));
  const form = useForm({ schema: fixOwn.input, initial: start, isNew: false });
  return (
    <FormPage
      title="修改报到"
      form={form}
      onSave={async () => {
        await fix.mutateAsync({ ...form.values, id: report.id, version: report.version });
        emit('notice', { kind: 'success', text: '保存成功' });
        clearKeptInput();
        onDone();
      }}
      onCancel={onDone}
      sections={[
        { id: 'where', title: report.orgName, content: <LivingFields form={form} /> },
        { id: 'service', title: '能做什么', content: <ServiceFields form={form} /> },
      ]}
    />
  );
}
