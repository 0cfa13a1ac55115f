import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { DeleteDialog } from '#platform/web/dialogs/DeleteDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import type { Values } from '#platform/web/list/useListState.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { eraseRecycled, listRecycled, type RecycledRow, recycleKinds } from '../../contract.ts';
import { RestoreDialog } from './RestoreDialog.tsx';
import { RestoreMany } from './RestoreMany.tsx';
import '../tabs.css';

const PATH = '/sys/recycle';
const SEARCH = { name: 'name', placeholder: '名称' };
const KEEP = ['kind'] as const;

const COLUMNS: readonly Column<RecycledRow>[] = [
  { key: 'name', title: '名称', width: 200, card: 'title', cell: (row) => row.name },
  { key: 'orgName', title: '所在组织', width: 200, card: 'line', cell: (row) => row.orgName || '—' },
  {
    key: 'deletedAt',
    title: '删除时间',
    width: 136,
    card: 'line',
    cell: (row) => dateTime(row.deletedAt),
    filter: { kind: 'days', from: 'startTime', to: 'endTime' },
  },
  { key: 'deletedBy', title: '删除人', width: 90, cell: (row) => row.deletedBy || '—' },
  { key: 'reason', title: '删除原因', width: 220, card: 'line', cell: (row) => row.reason || '—' },
  { key: 'erasableOn', title: '保留至', width: 100, cell: (row) => dateTime(row.erasableOn).slice(0, 10) },
];

/** Counted so far, as the server does. */
const MOST = 1000;
const shownCount = (count: number) => (count > MOST ? `${MOST}+` : String(count));

/** `/sys/recycle`: what was deleted in the own organisation and below, to be restored or erased for good. */
export default function RecyclePage() {
  const { search } = useLocation();
  const kinds = useCall(recycleKinds, {}, { quiet: true });
  const wantedKind = readQuery(search, ['kind']).kind;
  const all = kinds.data ?? [];
  const chosen = all.find(({ kind }) => kind === wantedKind);
  const tab = (kind: string | undefined, label: string, count: number) => (
    <Link
      key={kind ?? ''}
      className="tab"
      role="tab"
      aria-selected={kind === chosen?.kind}
      to={pathWithQuery(PATH, { kind })}
    >
      {label}
      <span className="count">{shownCount(count)}</span>
    </Link>
  );
  return (
    <div className="list-page">
      <PageHead />
      <div className="card tabbed-list">
        {kinds.error && !kinds.data && <Failed error={kinds.error} onRetry={() => kinds.refetch()} />}
        {kinds.isPending && <Skeleton lines={8} />}
        {kinds.data?.length === 0 && (
          <Empty title="回收站里没有您管理的内容">您的角色不管理可以恢复的内容；需要恢复时，请联系上级管理人员。</Empty>
        )}
        {all.length > 0 && (
          <>
            <div className="tabs wrapped" role="tablist" aria-label="类别">
              {tab(
                undefined,
                '全部',
                all.reduce((sum, { count }) => sum + count, 0),
              )}
              {all.map(({ kind, label, count }) => tab(kind, label, count))}
            </div>
            <Bin key={chosen?.kind ?? ''} kinds={all} chosen={chosen} />
          </>
        )}
      </div>
    </div>
  );
}

type Kind = ReplyOf<typeof recycleKinds>[number];

/** The deleted rows of one kind, or of all, the newest first. */
function Bin({ kinds, chosen }: { kinds: readonly Kind[]; chosen: Kind | undefined }) {
  const client = useQueryClient();
  const erase = useAct(eraseRecycled, { quiet: true });
  const [restoring, setRestoring] = useState<RecycledRow | null>(null);
  const [restoringMany, setRestoringMany] = useState<{ rows: readonly RecycledRow[]; clear: () => void } | null>(null);
  const [erasing, setErasing] = useState<RecycledRow | null>(null);
  const kind = chosen?.kind;
  const inputOf = useMemo(() => (values: Values) => ({ ...values, kind }), [kind]);
  const kindOf = (row: RecycledRow) => kinds.find((one) => one.kind === row.kind);
  const columns = useMemo((): readonly Column<RecycledRow>[] => {
    if (kind !== undefined) return COLUMNS;
    const label: Column<RecycledRow> = {
      key: 'kind',
      title: '类别',
      width: 110,
      card: 'tag',
      cell: (row) => <span className="tag">{kinds.find((one) => one.kind === row.kind)?.label}</span>,
    };
    const [first, ...others] = COLUMNS;
    return first ? [first, label, ...others] : [label];
  }, [kind, kinds]);
  // The bin knows no module: whatever list shows the row is asked for again.
  const changed = (text: string) => {
    emit('notice', { kind: 'success', text });
    void client.invalidateQueries();
  };
  return (
    <>
      {chosen?.note && (
        <p className="banner">
          <Icon name="shield" />
          {chosen.note}
        </p>
      )}
      <PlainList<RecycledRow>
        caption={`回收站：${chosen?.label ?? '全部'}`}
        endpoint={listRecycled}
        columns={columns}
        search={SEARCH}
        keep={KEEP}
        inputOf={inputOf}
        unit="条"
        label={(row) => row.name}
        // Rows of different kinds may bear the same number.
        keyOf={(row) => `${row.kind}-${row.id}`}
        bulk={
          chosen &&
          ((selected) =>
            selected.rows.some(({ can }) => can.restore) && (
              <Button size="compact" onClick={() => setRestoringMany(selected)}>
                批量恢复
              </Button>
            ))
        }
        acts={(row) => (
          <>
            {row.can.restore && (
              <Button look="row" onClick={() => setRestoring(row)}>
                恢复
              </Button>
            )}
            {row.can.erase && (
              <Button look="row" onClick={() => setErasing(row)}>
                彻底删除
              </Button>
            )}
          </>
        )}
        empty={{
          title: chosen?.note ? `没有${chosen.label}` : '回收站是空的',
          text: chosen?.note
            ? chosen.note
            : `被删除的${chosen?.label ?? '内容'}会保留在这里，可以恢复；满30天后可以彻底删除。`,
        }}
      />
      {restoring && (
        <RestoreDialog
          kind={restoring.kind}
          confirmed={kindOf(restoring)?.confirmed ?? false}
          note={kindOf(restoring)?.note ?? ''}
          row={restoring}
          onRestored={() => changed('已恢复')}
          onClose={() => setRestoring(null)}
        />
      )}
      {restoringMany && chosen && (
        <RestoreMany
          kind={chosen.kind}
          rows={restoringMany.rows}
          onRestored={(text) => {
            restoringMany.clear();
            changed(text);
          }}
          onClose={() => setRestoringMany(null)}
        />
      )}
      {erasing && (
        <DeleteDialog
          verb="彻底删除"
          name={erasing.name}
          withPassword
          consequence="其中的个人信息将被销毁，任何人都不能再恢复；日志中只保留名称和这次操作。"
          onDelete={async ({ deleteReason, password }) => {
            await erase.mutateAsync({ kind: erasing.kind, id: erasing.id, deleteReason, password });
            changed('已彻底删除');
          }}
          onClose={() => setErasing(null)}
        />
      )}
    </>
  );
}
