import { useState } from 'react';
import { z } from 'zod';
import { OrgField } from '#people/org/web/pickers.tsx';
import { useApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { TextField, TickField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  acceptMessage,
  listMessages,
  listPartners,
  type MessageRow,
  type PartnerRow,
  returnMessage,
  savePartner,
} from '../contract.exchange.ts';
import { PATHS } from './paths.ts';
import './relation.css';

const TONES: Readonly<Record<MessageRow['state'], string>> = {
  queued: 'tag',
  sent: 'tag',
  waiting: 'tag warn',
  done: 'tag ok',
  recalled: 'tag',
  failed: 'tag bad',
};

const COLUMNS: readonly Column<MessageRow>[] = [
  {
    key: 'personName',
    title: '姓名',
    width: 90,
    card: 'title',
    cell: (row) =>
      row.transferId ? <RowLink to={PATHS.handle(row.transferId, 'open')}>{row.personName}</RowLink> : row.personName,
  },
  {
    key: 'state',
    title: '办理情况',
    width: 150,
    card: 'tag',
    cell: (row) => <span className={TONES[row.state]}>{row.stateName}</span>,
  },
  {
    key: 'direction',
    title: '方向',
    width: 80,
    card: 'line',
    cell: (row) => (row.direction === 'in' ? '来信' : '去信'),
    filter: {
      kind: 'choice',
      name: 'direction',
      options: [
        { value: 'in', label: '来信' },
        { value: 'out', label: '去信' },
      ],
    },
  },
  { key: 'partnerName', title: '对方党委', width: 160, card: 'line', cell: (row) => row.partnerName },
  { key: 'letterNo', title: '介绍信', width: 190, card: 'line', cell: (row) => row.letterNo },
  { key: 'validUntil', title: '有效期至', width: 110, card: 'line', cell: (row) => row.validUntil },
  { key: 'note', title: '说明', width: 140, card: 'line', cell: (row) => row.note || noValue },
  { key: 'createdAt', title: '时间', width: 140, cell: (row) => dateTime(row.createdAt) },
];

/** 系统间转接: letters that came from other installations and went there; an administrator enters the partners. */
export default function Exchange() {
  const session = useSession();
  const approval = useApprovalActs();
  const giveBack = useAct(returnMessage, { quiet: true });
  const act: Column<MessageRow> = {
    key: 'act',
    title: '办理',
    width: 150,
    card: 'line',
    cell: (row) =>
      row.can.accept ? (
        <span className="rel-acts">
          {approval.inRow({
            agree: { label: '接收', dialog: (close) => <AcceptDialog message={row} onClose={close} /> },
            return: {
              title: `退回 ${row.personName}的介绍信`,
              words: { label: '退回原因' },
              consequence: `退回后自动通知${row.partnerName}，对方的转接随之退回。`,
              run: (reason) => giveBack.mutateAsync({ id: row.id, reason }),
            },
          })}
        </span>
      ) : (
        ''
      ),
  };
  return (
    <div className="list-page">
      <PageHead title="系统间转接" />
      {may(session, 'site:read') && <Partners />}
      {may(session, 'relation:letter') && (
        <PlainList<MessageRow>
          caption="往来介绍信"
          endpoint={listMessages}
          columns={[...COLUMNS.slice(0, 2), act, ...COLUMNS.slice(2)]}
          unit="封"
          empty={{
            title: '没有往来介绍信',
            text: '转往对接单位的介绍信开具后自动送达，回执自动返回；对方的来信在这里接收。',
          }}
        />
      )}
      {approval.dialog}
    </div>
  );
}

const acceptSchema = z.object({ orgId: z.string().min(1, '请选择编入的党支部') });

function AcceptDialog({ message, onClose }: { message: MessageRow; onClose: () => void }) {
  const accept = useAct(acceptMessage, { quiet: true });
  const form = useForm({ schema: acceptSchema, initial: { orgId: '' }, of: `AcceptDialog ${message.id}`, isNew: true });
  return (
    <FormDialog
      title={`接收 ${message.personName}`}
      icon="check"
      act="接收并编入支部"
      form={form}
      pending={accept.isPending}
      onSave={() => accept.mutateAsync({ id: message.id, orgId: form.text('orgId') })}
      onClose={onClose}
    >
      <p>
        {message.partnerName}介绍信{message.letterNo}，有效期至{message.validUntil}
        {message.toBranch && `，写明转往${message.toBranch}`}。接收后回执自动发回。
      </p>
      <OrgField form={form} name="orgId" label="编入的党支部" required count="branches" />
    </FormDialog>
  );
}

function Partners() {
  const session = useSession();
  const query = useCall(listPartners, {}, { quiet: true });
  const [editing, setEditing] = useState<PartnerRow | 'new' | null>(null);
  if (!query.data) return null;
  const { ownKey, rows } = query.data;
  const edits = may(session, 'site:write');
  return (
    <section className="card rel-partners" aria-label="对接单位">
      <h2>对接单位</h2>
      {rows.length === 0 && <p className="secondary">还没有对接单位。录入对方的地址和公钥并启用后，介绍信才往来。</p>}
      <ul>
        {rows.map((row) => (
          <li key={row.id}>
            <b>{row.name}</b>
            <span className={row.enabled ? 'tag ok' : 'tag'}>{row.enabled ? '已启用' : '未启用'}</span>
            <span className="secondary">
              {row.baseUrl}，来信由{row.orgName}接收
            </span>
            {edits && (
              <Button className="small" onClick={() => setEditing(row)}>
                修改
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="secondary rel-key">
        本平台公钥，交给对方录入：<code>{ownKey}</code>
      </p>
      {edits && (
        <div className="rel-acts">
          <Button icon="plus" onClick={() => setEditing('new')}>
            新增对接单位
          </Button>
        </div>
      )}
      {editing && <PartnerDialog partner={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </section>
  );
}

function PartnerDialog({ partner, onClose }: { partner: PartnerRow | null; onClose: () => void }) {
  const save = useAct(savePartner, { quiet: true });
  const form = useForm({
    schema: savePartner.input.omit({ id: true, version: true }),
    initial: {
      name: partner?.name ?? '',
      orgId: partner?.orgId ?? '',
      baseUrl: partner?.baseUrl ?? '',
      publicKey: partner?.publicKey ?? '',
      enabled: partner?.enabled ?? false,
    },
    of: `PartnerDialog ${partner?.id ?? ''}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={partner ? `修改 ${partner.name}` : '新增对接单位'}
      icon="transfer"
      act="保存"
      form={form}
      pending={save.isPending}
      onSave={() =>
        save.mutateAsync({
          ...form.values,
          ...(partner ? { id: partner.id, version: partner.version } : {}),
        } as never)
      }
      onClose={onClose}
    >
      <TextField
        form={form}
        name="name"
        label="对方党委全称"
        required
        max={80}
        hint="转出时“接收党委全称”填它，介绍信便自动送达"
      />
      <TextField form={form} name="baseUrl" label="对方地址" required max={200} placeholder="https://" />
      <TextField form={form} name="publicKey" label="对方公钥" required max={130} hint="从对方平台的这一页复制" />
      <OrgField form={form} name="orgId" label="来信由本平台哪个党委接收" required />
      <TickField form={form} name="enabled" label="启用" hint="双方都录入公钥后再启用" />
    </FormDialog>
  );
}
