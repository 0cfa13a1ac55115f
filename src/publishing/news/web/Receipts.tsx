import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { date } from '#platform/contract.ts';
import { call, download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { MoreActs } from '#platform/web/dialogs/Menu.tsx';
import { DateField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import {
  exportReceipts,
  getReceipts,
  listReceipts,
  printReceipts,
  type ReceiptRow,
  type Receipts as Shown,
  tellInPerson,
  urgeReading,
} from '../contract.notice.ts';
import { RECEIPTS, type Receipt } from '../rules.notice.ts';
import { Reached, ReceiptTag } from './noticeParts.tsx';
import { dayText } from './parts.tsx';
import { PATHS } from './paths.ts';
import './archive.css';
import './notice.css';

const KEPT = ['org'];

/** 公告回执: who is to know it, by organisation down to names; those who have not read it are urged or told. */
export default function Receipts() {
  const { id = '' } = useParams();
  const { org } = readQuery(useLocation().search, ['org']);
  const input = { id, ...(org ? { orgId: org } : {}) };
  const receiptsQuery = useCall(getReceipts, input, {
    quiet: true,
    staleTime: 0,
    refetchInterval: (latest) => (latest?.isSending ? 2000 : false),
  });
  useTitle(receiptsQuery.data ? `回执 ${receiptsQuery.data.title}` : undefined);
  return <RecordLoader query={receiptsQuery}>{(shown) => <Page id={id} org={org} shown={shown} />}</RecordLoader>;
}

function Page({ id, org, shown }: { id: string; org: string | undefined; shown: Shown }) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [openDialog, setOpenDialog] = useState<'urge' | 'print' | null>(null);
  const urge = useAct(urgeReading, { quiet: true });
  const input = { id, ...(org ? { orgId: org } : {}) };
  const { tally } = shown;
  const { state } = readQuery(search, ['state']);
  const go = (query: Record<string, string | undefined>) =>
    navigate(pathWithQuery(pathname, { org, state, ...query }), { replace: true });
  const counts: readonly [string, number, Receipt | ''][] = [
    ['应知', tally.total, ''],
    ...(shown.asksConfirm ? [['已确认', tally.confirmed, 'confirmed'] as [string, number, Receipt]] : []),
    [shown.asksConfirm ? '已读待确认' : '已读', tally.read, 'read'],
    ['未读', tally.unread, 'unread'],
    ['无账号', tally.none, 'none'],
    ['当面告知', tally.told, 'told'],
  ];
  return (
    <div className="archive-page">
      <PageHead title={shown.title}>
        {shown.urgeable > 0 && (
          <Button look="primary" icon="bell" onClick={() => setOpenDialog('urge')}>
            催读{shown.urgeable}人
          </Button>
        )}
        <MoreActs
          label={shown.title}
          acts={[
            { label: '看内容', icon: 'eye', run: () => navigate(PATHS.read('notice', id)) },
            { label: '打印回执单', icon: 'print', run: () => setOpenDialog('print') },
          ]}
        />
        <Button
          icon="export"
          // The client has shown why it failed.
          onClick={() => void download(exportReceipts, input).catch(() => {})}
        >
          导出
        </Button>
      </PageHead>
      {shown.isSending && (
        <div className="banner info" role="status">
          <span>正在发送，已送达{tally.total}人；可以离开本页。</span>
        </div>
      )}
      <div className="card">
        <dl className="notice-counts">
          {counts.map(([label, value, key]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <Pressable aria-label={`${label}${value}人`} onClick={() => go({ state: key || undefined })}>
                  {value.toLocaleString('en-US')}
                </Pressable>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <section className="card">
        <div className="card-head">
          <h2>按组织</h2>
          <nav className="notice-path" aria-label="统计范围">
            {shown.path.map((one, at) =>
              at < shown.path.length - 1 ? (
                <Button key={one.id} look="word" onClick={() => go({ org: at === 0 ? undefined : one.id })}>
                  {one.name} ›
                </Button>
              ) : (
                <span key={one.id} className="muted">
                  {one.name}
                </span>
              ),
            )}
          </nav>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <section className="notice-wide" tabIndex={0} aria-label="各组织的回执">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">组织</th>
                <th scope="col">完成</th>
                {counts.slice(1).map(([label]) => (
                  <th key={label} scope="col" className="number-right">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.orgs.map((one) => (
                <tr key={one.id}>
                  <td>
                    {one.isOwn ? (
                      `${one.name}（本级）`
                    ) : (
                      <Button look="word" onClick={() => go({ org: one.id })}>
                        {one.name}
                      </Button>
                    )}
                  </td>
                  <td>
                    <Reached tally={one.tally} asksConfirm={shown.asksConfirm} />
                  </td>
                  {counts.slice(1).map(([label, , key]) => (
                    <td key={label} className="number-right">
                      {key && one.tally[key] > 0 ? one.tally[key] : noValue}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {shown.orgs.length === 0 && (
            <p className="muted archive-body">{shown.isSending ? '正在发送。' : '还没有发给任何人。'}</p>
          )}
        </section>
      </section>
      <People id={id} org={org} asksConfirm={shown.asksConfirm} />
      {openDialog === 'urge' && (
        <ConfirmDialog
          about={{ call: urgeReading, input: input }}
          title={`催读 ${shown.title}`}
          icon="bell"
          act={`催读${shown.urgeable}人`}
          onConfirm={async () => {
            const done = await urge.mutateAsync(input);
            emit('notice', { kind: 'success', text: `已催读${done.people}人，涉及${done.orgs}个组织` });
          }}
          onClose={() => setOpenDialog(null)}
        >
          只通知还没有{shown.asksConfirm ? '确认' : '阅读'}
          的人，同一个人2小时内只催一次；同时给他们所在的党组织一条待办。
        </ConfirmDialog>
      )}
      {openDialog === 'print' && (
        <PaperDialog
          title={`回执单 ${shown.title}`}
          ask={(signal) => call(printReceipts, input, { quiet: true, signal })}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </div>
  );
}

function People({ id, org, asksConfirm }: { id: string; org: string | undefined; asksConfirm: boolean }) {
  const [told, setTold] = useState<{ rows: readonly ReceiptRow[]; clear: () => void } | null>(null);
  const back = useAct(tellInPerson);
  const columns: readonly Column<ReceiptRow>[] = [
    { key: 'name', title: '姓名', width: 120, card: 'title', cell: (row) => row.name },
    {
      key: 'state',
      title: '回执',
      width: 120,
      card: 'tag',
      cell: (row) => <ReceiptTag state={row.state} asksConfirm={asksConfirm} />,
      filter: {
        kind: 'choice',
        name: 'state',
        options: optionsOf(RECEIPTS),
      },
    },
    { key: 'org', title: '党组织', width: 240, card: 'line', cell: (row) => row.orgName },
    {
      key: 'at',
      title: '时间',
      width: 150,
      card: 'line',
      cell: (row) => (row.state === 'told' ? `${row.toldOn} ${row.toldBy}` : row.at ? dateTime(row.at) : noValue),
    },
    { key: 'urged', title: '上次催读', width: 150, cell: (row) => (row.urgedAt ? dateTime(row.urgedAt) : noValue) },
  ];
  const open = (row: ReceiptRow) =>
    row.state === 'unread' || row.state === 'none' || (asksConfirm && row.state === 'read');
  return (
    <>
      <PlainList<ReceiptRow>
        caption="人员"
        endpoint={listReceipts}
        columns={columns}
        keep={KEPT}
        unit="人"
        inputOf={({ org: _org, ...values }) => ({ ...values, id, ...(org ? { orgId: org } : {}) })}
        label={(row) => row.name}
        bulk={({ rows, clear }) => {
          const some = rows.filter(open);
          return (
            some.length > 0 && (
              <Button size="compact" onClick={() => setTold({ rows: some, clear })}>
                当面告知{some.length}人
              </Button>
            )
          );
        }}
        acts={(row) => (
          <>
            {open(row) && (
              <Button look="row" onClick={() => setTold({ rows: [row], clear: () => undefined })}>
                当面告知
              </Button>
            )}
            {row.state === 'told' && (
              <Button
                look="row"
                disabled={back.isPending}
                onClick={() => back.mutate({ id, rowIds: [row.id], on: '' })}
              >
                取消登记
              </Button>
            )}
          </>
        )}
        empty={{ title: '没有这样的人', text: '换一个回执状态或组织再看。' }}
      />
      {told && <TellDialog id={id} {...told} onClose={() => setTold(null)} />}
    </>
  );
}

const tellForm = z.object({ on: date });

/** 当面告知: on which day these people were told. */
function TellDialog({
  id,
  rows,
  clear,
  onClose,
}: {
  id: string;
  rows: readonly ReceiptRow[];
  clear: () => void;
  onClose: () => void;
}) {
  const tell = useAct(tellInPerson, { quiet: true });
  const form = useForm({
    schema: tellForm,
    initial: { on: dayText(new Date().toISOString()) },
    of: `TellDialog ${id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title="登记当面告知"
      icon="check"
      act="登记"
      form={form}
      pending={tell.isPending}
      onSave={async () => {
        await tell.mutateAsync({ id, rowIds: rows.map((row) => row.id), on: form.text('on') });
        clear();
      }}
      onClose={onClose}
    >
      <p>已经当面把通知内容告诉{rows.length === 1 ? rows[0]?.name : `这${rows.length}人`}，单独计数，不算本人已读。</p>
      <DateField form={form} name="on" label="告知日期" required />
    </FormDialog>
  );
}
