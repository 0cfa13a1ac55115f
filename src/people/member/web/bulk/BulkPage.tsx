import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { cancelJob, downloadJobFile } from '#kernel/job/contract.ts';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { keyOf, useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { placeOf } from '#platform/web/list/listMemory.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { formatNumber } from '#platform/web/show/number.ts';
import { Failed, Outdated, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  BULK_ROW_STATES,
  BULK_STALE,
  type Bulk,
  type BulkRow,
  bulkRows,
  getBulk,
  startBulk,
  undoBulk,
} from '../../contract.bulk.ts';
import { nameOf } from '../memberColumns.tsx';
import { labelOf, StateTag, statesOf } from './parts.tsx';
import './bulk.css';

const LIST = '/affairs/member';
/** Milliseconds between two looks while the job runs. */
const WATCH = 1000;
const STATES: Readonly<Record<Bulk['state'], string>> = {
  preview: '还没有开始',
  running: '正在修改',
  stopped: '已停止',
  done: '已完成',
  undoing: '正在撤销',
  halfUndone: '撤销已停止',
  undone: '已撤销',
};
const isMoving = (bulk: Bulk | undefined) => bulk?.state === 'running' || bulk?.state === 'undoing';

/** `/affairs/member/bulk/:id`: how far one change to many people is, what became of each, and its undo. */
export default function BulkPage() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const query = useCall(getBulk, { id }, { quiet: true, refetchInterval: (bulk) => (isMoving(bulk) ? WATCH : false) });
  const bulk = query.data;
  const { mutateAsync: takeBack } = useAct(undoBulk);
  const before = useRef<Bulk['state'] | undefined>(undefined);
  useEffect(() => {
    const was = before.current;
    before.current = bulk?.state;
    if (!bulk || was === bulk.state) return;
    // On a slow line the first answer may be the last: what the job wrote since it was asked for is stale all the same.
    for (const stale of BULK_STALE) void client.invalidateQueries({ queryKey: keyOf(stale) });
    if (was === undefined) return;
    void client.invalidateQueries({ queryKey: keyOf(bulkRows) });
    if ((was !== 'running' && was !== 'preview' && was !== 'stopped') || bulk.state !== 'done' || !bulk.can.undo)
      return;
    emit('undoable', {
      text: bulk.message,
      act: '撤销',
      // A job too: the page shows when it has ended.
      run: async () => {
        await takeBack({ id: bulk.id }).catch(() => {});
      },
    });
  }, [bulk, client, takeBack]);
  return (
    <div className="bulk-page">
      <PageHead>{bulk && <Acts bulk={bulk} />}</PageHead>
      {query.error && !bulk && (
        <section className="card">
          <Failed error={query.error} onRetry={() => query.refetch()} />
        </section>
      )}
      {!query.error && !bulk && (
        <section className="card">
          <Skeleton lines={4} />
        </section>
      )}
      {bulk && (
        <>
          <Outdated query={query} />
          <Head bulk={bulk} />
          <People bulk={bulk} />
        </>
      )}
    </div>
  );
}

function Acts({ bulk }: { bulk: Bulk }) {
  const start = useAct(startBulk);
  const undo = useAct(undoBulk);
  const cancel = useAct(cancelJob);
  const [asking, setAsking] = useState<'undo' | 'cancel' | null>(null);
  const { jobId } = bulk;
  return (
    <>
      <ButtonLink to={placeOf(LIST)}>回到党员信息</ButtonLink>
      {bulk.file && jobId && (
        <Button
          icon="export"
          // The client has shown why it failed.
          onClick={() => download(downloadJobFile, { id: jobId }).catch(() => {})}
        >
          下载未修改名单
        </Button>
      )}
      {bulk.can.cancel && jobId && <Button onClick={() => setAsking('cancel')}>停止</Button>}
      {bulk.can.undo && (
        <Button icon="undo" onClick={() => setAsking('undo')}>
          {bulk.state === 'halfUndone' ? '继续撤销' : '整批撤销'}
        </Button>
      )}
      {bulk.can.start && (
        <Button look="primary" disabled={start.isPending} onClick={() => start.mutate({ id: bulk.id })}>
          {bulk.state === 'stopped' ? '继续修改' : '开始修改'}
        </Button>
      )}
      {asking === 'undo' && (
        <ConfirmDialog
          title="整批撤销"
          icon="undo"
          act="撤销"
          onConfirm={() => undo.mutateAsync({ id: bulk.id })}
          onClose={() => setAsking(null)}
        >
          已修改的{formatNumber(bulk.counts.changed ?? 0)}人恢复到修改之前；之后又被改过的人员保留现状并列出。
        </ConfirmDialog>
      )}
      {asking === 'cancel' && jobId && (
        <ConfirmDialog
          title="停止"
          icon="warning"
          act="停止"
          cancel="继续运行"
          onConfirm={() => cancel.mutateAsync({ id: jobId })}
          onClose={() => setAsking(null)}
        >
          已处理的人员保持不变，之后可以继续，也可以撤销。
        </ConfirmDialog>
      )}
    </>
  );
}

function Head({ bulk }: { bulk: Bulk }) {
  const open = (bulk.state === 'undoing' ? bulk.counts.changed : bulk.counts.due) ?? 0;
  const done = bulk.total - open;
  return (
    <section className="card bulk-head" aria-label="批量修改">
      <h2>{bulk.title}</h2>
      <p role="status">
        <span className="tag">{STATES[bulk.state]}</span> 共{formatNumber(bulk.total)}人
        {statesOf(bulk).map(({ state, n }) => (
          <span key={state} className="bulk-count">
            {labelOf(bulk, state)}
            <b>{formatNumber(n)}</b>人
          </span>
        ))}
      </p>
      {isMoving(bulk) && (
        <div
          className="bulk-bar"
          role="progressbar"
          aria-label={STATES[bulk.state]}
          aria-valuemin={0}
          aria-valuemax={bulk.total}
          aria-valuenow={done}
        >
          <i style={{ width: `${bulk.total === 0 ? 0 : Math.floor((done * 100) / bulk.total)}%` }} />
        </div>
      )}
      <p className="muted small">
        {dateTime(bulk.createTime)}提交。{bulk.message}
        {isMoving(bulk) && ' 可离开页面，进度也在“导入导出任务”里。'}
      </p>
    </section>
  );
}

function People({ bulk }: { bulk: Bulk }) {
  const columns: readonly Column<BulkRow>[] = [
    {
      key: 'name',
      title: '姓名',
      width: 110,
      card: 'title',
      cell: (row) => <Link to={`${LIST}/browse/${row.id}`}>{nameOf(row)}</Link>,
    },
    { key: 'orgName', title: '所在党支部', width: 260, card: 'line', cell: (row) => row.orgName },
    ...(bulk.kind === 'field'
      ? [
          {
            key: 'before',
            title: '原内容',
            width: 200,
            card: 'line',
            cell: (row) => row.before || '未填写',
          } satisfies Column<BulkRow>,
        ]
      : []),
    {
      key: 'state',
      title: '结果',
      width: 90,
      card: 'side',
      cell: (row) => <StateTag state={row.state} label={labelOf(bulk, row.state)} />,
      filter: {
        kind: 'choice',
        name: 'state',
        options: optionsOf(BULK_ROW_STATES),
      },
    },
    { key: 'note', title: '说明', width: 320, card: 'line', cell: (row) => row.note },
  ];
  return (
    <PlainList<BulkRow>
      caption="人员"
      endpoint={bulkRows}
      columns={columns}
      unit="人"
      inputOf={(values) => ({ ...values, id: bulk.id })}
      acts={(row) => (
        <ButtonLink look="row" to={pathWithQuery(`${LIST}/browse/${row.id}`, { tab: 'timeline' })}>
          变更记录
        </ButtonLink>
      )}
      empty={{ title: '没有人员', text: '换一个结果再看。' }}
    />
  );
}
