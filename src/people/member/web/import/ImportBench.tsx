import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { markStale, useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Breadcrumb, OwnHelp } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Empty, Failed, Outdated, Skeleton } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  fixImportRows,
  getImport,
  type ImportBatch,
  importErrorFile,
  importGroups,
  undoImport,
} from '../../contract.import.ts';
import { BatchHead } from './BatchHead.tsx';
import { MatchColumns, MatchedColumns } from './Columns.tsx';
import { FixRows } from './FixRows.tsx';
import { UndoneBatch, undoneSummary } from './UndoneBatch.tsx';
import './import.css';

/** Milliseconds between two looks while the server checks. */
const WATCH = 1000;
const LIST = '/affairs/member/import';

/** `/affairs/member/import/:id`: one sheet from its columns to its last row. */
export default function ImportBench() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const query = useCall(
    getImport,
    { id },
    { quiet: true, refetchInterval: (batch) => (batch?.state === 'checking' ? WATCH : false) },
  );
  const batch = query.data;
  const groups = useCall(importGroups, { id }, { quiet: true, enabled: batch?.state === 'fixing' });
  const [undoing, setUndoing] = useState(false);
  const undo = useAct(undoImport);

  const state = batch?.state;
  const before = useRef(state);
  useEffect(() => {
    // Rows, groups and the members' list are other than they were; a quick check is over before it was seen to run.
    if (before.current && state && before.current !== state) markStale(client, fixImportRows);
    before.current = state;
  }, [state, client]);

  if (!batch) {
    return (
      <div className="import-page">
        <BenchHead />
        <section className="card">
          {query.error ? <Failed error={query.error} onRetry={() => query.refetch()} /> : <Skeleton lines={6} />}
        </section>
      </div>
    );
  }
  const duplicates = groups.data?.find(({ code }) => code === 'duplicate')?.count ?? 0;
  const fixing = batch.state === 'fixing';
  return (
    <div className="import-page">
      <BenchHead>
        {fixing && (
          <Button
            icon="export"
            // The client has shown why it failed.
            onClick={() => download(importErrorFile, { id }).catch(() => {})}
          >
            下载错误行
          </Button>
        )}
        {(fixing || batch.state === 'checking') && (
          <ButtonLink to={LIST} title="进度已保存，随时可以从导入记录继续">
            {fixing ? '明天继续' : '后台继续'}
          </ButtonLink>
        )}
        {batch.can.undo && (
          <Button icon="undo" onClick={() => setUndoing(true)}>
            {batch.state === 'undone' ? '再次撤销' : '撤销本批'}
          </Button>
        )}
      </BenchHead>
      <Outdated query={query} />
      <BatchHead batch={batch} duplicates={fixing ? duplicates : 0} />
      <State batch={batch} groups={groups} onStarted={() => query.refetch()} />
      {undoing && (
        <ConfirmDialog
          title={`撤销本批 ${batch.fileName}`}
          icon="undo"
          act="撤销本批"
          onConfirm={async () => {
            const result = await undo.mutateAsync({ id });
            emit('notice', {
              kind: result.removed + result.restored > 0 ? 'success' : 'info',
              text: undoneSummary(result),
            });
          }}
          onClose={() => setUndoing(false)}
        >
          {batch.state === 'undone' ? (
            <>
              再看一遍保留的{formatNumber(batch.kept)}人：已经改回原样的移入回收站或恢复原值，其余仍然保留并说明原因。
            </>
          ) : (
            <>
              本批入库的{formatNumber(batch.written)}人将移入回收站
              {batch.updated > 0 && `，更新过的${formatNumber(batch.updated)}人恢复更新前的内容`}
              ；之后又修改过的人员保留并逐个说明原因。待修正的行不再处理。
            </>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Named after the whole task; the breadcrumb's last step is this page. */
function BenchHead({ children }: { children?: ReactNode }) {
  return (
    <header className="page-head">
      <h1>导入党员信息</h1>
      <Breadcrumb />
      <div className="page-acts">
        <OwnHelp />
        {children}
      </div>
    </header>
  );
}

interface StateProps {
  batch: ImportBatch;
  groups: UseQueryResult<ReplyOf<typeof importGroups>, Error>;
  onStarted: () => void;
}

/** What can be done with a batch where it stands. */
function State({ batch, groups, onStarted }: StateProps) {
  if (batch.state === 'uploaded') return <MatchColumns batch={batch} onStarted={onStarted} />;
  if (batch.state === 'failed') {
    return (
      <>
        <p className="banner bad">
          <Icon name="warning" />
          校验没有完成{batch.message && `：${batch.message}`}。已入库的行不会重复，可以接着校验。
        </p>
        <MatchColumns batch={batch} onStarted={onStarted} />
      </>
    );
  }
  if (batch.state === 'fixing') {
    return (
      <>
        <MatchedColumns mapping={batch.mapping} />
        {groups.data ? (
          <FixRows batch={batch} groups={groups.data} />
        ) : groups.error ? (
          <Failed error={groups.error} onRetry={() => groups.refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </>
    );
  }
  if (batch.state === 'checking') {
    const percent = batch.total > 0 ? Math.floor((batch.progress / batch.total) * 100) : 0;
    return (
      <>
        <MatchedColumns mapping={batch.mapping} />
        <section className="card import-wait">
          <div className="state">
            <p className="import-percent">{percent}%</p>
            <h3>
              {batch.progress > 0
                ? `已校验${formatNumber(batch.progress)}行，共${formatNumber(batch.total)}行`
                : `正在准备校验${formatNumber(batch.total)}行`}
            </h3>
            <p>正确的行随校验入库。可以离开或关闭页面，校验在后台继续，完成后有消息通知。</p>
          </div>
        </section>
      </>
    );
  }
  return <Finished batch={batch} />;
}

function Finished({ batch }: { batch: ImportBatch }) {
  if (batch.state === 'undone') return <UndoneBatch batch={batch} />;
  const updated = batch.updated > 0 ? `，更新已在册${formatNumber(batch.updated)}人` : '';
  const skipped = batch.skipped > 0 ? `，跳过${formatNumber(batch.skipped)}行` : '';
  return (
    <section className="card import-wait">
      <Empty
        title={`已入库${formatNumber(batch.written)}人${updated}${skipped}`}
        act={
          <>
            <ButtonLink to={LIST}>导入另一个表格</ButtonLink>
            <ButtonLink
              look="primary"
              to={batch.written === 0 ? '/affairs/member' : pathWithQuery('/affairs/member', { importId: batch.id })}
            >
              {batch.written === 0 ? '查看党员信息' : `查看这${formatNumber(batch.written)}人`}
            </ButtonLink>
          </>
        }
      >
        {batch.skipped > 0 ? '跳过的行包括您选择跳过的，以及已在册且内容完全一致的。' : '表里的每一行都已入库。'}
      </Empty>
    </section>
  );
}
