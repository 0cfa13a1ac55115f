import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import type { Column, Option } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { useUndo } from '#platform/web/press/undo.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  listNotices,
  type NoticeRow,
  receiveNotice,
  removeNotice,
  restoreNotice,
  takeBackReceipt,
} from '../contract.ts';

/** The dictionary of notice types (specification, section 2). */
const TYPES = '0178';

/** A notice's state: unprocessed, processed, or processed and not read (specification, section 4). */
function State({ row }: { row: NoticeRow }) {
  if (row.isHandle === 0) return <span className="tag red">未处理</span>;
  return row.isRead === 1 ? (
    <span className="tag ok">
      <Icon name="check" />
      已处理
    </span>
  ) : (
    <span className="tag">未读</span>
  );
}

function columnsOf(types: readonly Option[], open: (row: NoticeRow) => void): readonly Column<NoticeRow>[] {
  return [
    {
      key: 'typeName',
      title: '通知类型',
      width: 110,
      card: 'tag',
      cell: (row) => <span className="tag">{row.typeName}</span>,
      filter: { kind: 'choice', name: 'type', options: types },
    },
    {
      key: 'title',
      title: '标题',
      width: 320,
      card: 'title',
      cell: (row) => (
        <Button look="word" className={row.isHandle === 0 ? 'news-title new' : 'news-title'} onClick={() => open(row)}>
          {row.title}
        </Button>
      ),
    },
    {
      key: 'createTime',
      title: '发布时间',
      width: 136,
      card: 'line',
      cell: (row) => dateTime(row.createTime),
      filter: { kind: 'days', from: 'startTime', to: 'endTime' },
    },
    { key: 'createOrgName', title: '发布组织', width: 180, card: 'line', cell: (row) => row.createOrgName || '—' },
    {
      key: 'state',
      title: '状态',
      width: 90,
      card: 'side',
      cell: (row) => <State row={row} />,
      filter: {
        kind: 'choice',
        name: 'isHandle',
        options: [
          { value: '0', label: '未处理' },
          { value: '1', label: '已处理' },
        ],
      },
    },
  ];
}

/** My notices: filters, counts, details; receiving and deleting, one or several, can be undone for eight seconds. */
export function NoticeList() {
  const types = useDict(TYPES)[TYPES];
  const [opened, setOpened] = useState<NoticeRow | null>(null);
  const [leaving, setLeaving] = useState<readonly NoticeRow[] | null>(null);
  const remove = useAct(removeNotice);
  const offerBack = useUndo(restoreNotice, removeNotice);
  const receipt = useReceive();
  const linked = useLinked(setOpened);
  const columns = useMemo(() => columnsOf(types, setOpened), [types]);
  return (
    <>
      <PlainList<NoticeRow, { total: number; noHandleNumber: number }>
        caption="我的通知"
        endpoint={listNotices}
        columns={columns}
        unit="条"
        note={({ total, noHandleNumber }) => (
          <>
            <span>通知 {total} 条</span>
            <span>未处理 {noHandleNumber} 条</span>
          </>
        )}
        acts={(row) => (
          <>
            <Button look="row" onClick={() => setOpened(row)}>
              详情
            </Button>
            <Button look="row" onClick={() => setLeaving([row])}>
              删除
            </Button>
          </>
        )}
        label={(row) => row.title}
        bulk={({ rows, clear }) => {
          const open = rows.filter(({ isHandle }) => isHandle === 0);
          return (
            <>
              {open.length > 0 && (
                <Button
                  size="compact"
                  disabled={receipt.pending}
                  onClick={() => receipt.take(open).then(clear, () => {})}
                >
                  接收{open.length}条
                </Button>
              )}
              <Button size="compact" onClick={() => setLeaving(rows)}>
                删除
              </Button>
            </>
          );
        }}
        empty={{ title: '没有通知', text: '上级组织发布通知后会出现在这里。' }}
      />
      {opened && (
        <NoticeDialog
          row={opened}
          onClose={() => {
            setOpened(null);
            linked.leave();
          }}
        />
      )}
      {leaving && (
        <ConfirmDialog
          title="删除消息"
          icon="trash"
          act="删除"
          onConfirm={async () => {
            const id = leaving.map((row) => row.id);
            await remove.mutateAsync({ id });
            emit('notice', { kind: 'success', text: '删除成功' });
            offerBack(`已删除${id.length}条通知`, { id });
          }}
          onClose={() => setLeaving(null)}
        >
          {leaving.length === 1 ? `确定删除这条消息吗？${leaving[0]?.title}` : `确定删除这${leaving.length}条消息吗？`}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Opens the notice that the address names (`/news?id=…`, as the search leads to it), once. */
function useLinked(open: (row: NoticeRow) => void) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { id } = readQuery(search, ['id']);
  const { data } = useCall(listNotices, { id }, { enabled: id !== undefined });
  const row = id === undefined ? undefined : data?.rows[0];
  const gone = id !== undefined && data?.total === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer that was asked for anew opens nothing again.
  useEffect(() => {
    if (row) open(row);
    else if (gone) emit('notice', { kind: 'warning', text: '该通知不存在或已删除' });
  }, [row?.id, gone]);
  return { leave: () => id !== undefined && navigate(pathname, { replace: true }) };
}

/** Receives notices, which the user may take back. */
function useReceive() {
  const receive = useAct(receiveNotice);
  const offerBack = useUndo(takeBackReceipt, receiveNotice);
  const take = async (rows: readonly NoticeRow[]) => {
    const id = rows.map((row) => row.id);
    await receive.mutateAsync({ id });
    emit('notice', { kind: 'success', text: '已接收' });
    offerBack(`已接收${id.length}条通知`, { id });
  };
  return { take, pending: receive.isPending };
}

/** One notice, titled by its type. */
function NoticeDialog({ row, onClose }: { row: NoticeRow; onClose: () => void }) {
  const { take, pending } = useReceive();
  const facts: readonly [string, string][] = [
    ['标题', row.title],
    ['发布人', row.createUser || '—'],
    ['发布组织', row.createOrgName || '—'],
    ['发布时间', dateTime(row.createTime)],
    ['内容', row.remark || '—'],
  ];
  return (
    <Dialog
      title={row.typeName || '通知'}
      icon="bell"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>关闭</Button>
          {row.jumpUrl && <ButtonLink to={row.jumpUrl}>查看全文</ButtonLink>}
          {row.isHandle === 0 && (
            <Button look="primary" disabled={pending} onClick={() => take([row]).then(onClose, () => {})}>
              接收
            </Button>
          )}
        </>
      }
    >
      <dl className="plain-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="plain-fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
