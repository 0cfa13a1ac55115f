import { useMemo, useState } from 'react';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import type { Column } from '#platform/web/list/columns.ts';
import type { ListState } from '#platform/web/list/useListState.ts';
import { useUndo } from '#platform/web/press/undo.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { getQuery, listQueries, removeQuery, restoreQuery } from '../../contract.query.ts';
import type { MemberRow } from '../../contract.ts';
import { QueryDialog } from './QueryDialog.tsx';
import './query.css';

/** The filter of the list by kept conditions, and by those that the address names. */
export function useQueryColumn(queryId: string | undefined): Column<MemberRow> {
  const { data } = useCall(listQueries, {}, { quiet: true });
  return useMemo(() => {
    const kept = data ?? [];
    const options = kept.map(({ id, name, mine }) => ({ value: id, label: mine ? name : `${name}（共享）` }));
    if (queryId && !kept.some(({ id }) => id === queryId)) options.unshift({ value: queryId, label: '当前条件' });
    return {
      key: 'queryId',
      title: '已存条件',
      width: 0,
      filterOnly: true,
      cell: () => null,
      filter: { kind: 'choice', name: 'queryId', options },
      moreFilter: true,
    };
  }, [data, queryId]);
}

/** What the list is narrowed by, in words, with the ways to change and to leave it. */
export function QueryNote({ id, state }: { id: string; state: ListState }) {
  const { data, error, refetch } = useCall(getQuery, { id }, { quiet: true });
  const [editing, setEditing] = useState(false);
  const remove = useAct(removeQuery);
  const offerBack = useUndo(restoreQuery, removeQuery);
  const fault = data ? data.fault : (error?.message ?? '');
  const drop = async () => {
    if (!data) return;
    try {
      await remove.mutateAsync({ id });
    } catch {
      // The client has shown why.
      return;
    }
    state.change({ queryId: undefined });
    offerBack(`已删除条件组合${data.name}`, { id, name: data.name, shared: data.shared });
  };
  return (
    <div className={fault ? 'query-note banner bad' : 'query-note'} role={fault ? 'alert' : undefined}>
      <Icon name={fault ? 'warning' : 'filter'} />
      <span className="grow">
        {fault || (
          <>
            {data?.name && <b>{data.name}：</b>}
            {data ? data.text : '正在读取条件…'}
          </>
        )}
      </span>
      {!data && error && (
        <Button look="word" onClick={() => void refetch()}>
          重试
        </Button>
      )}
      {data && (
        <Button look="word" onClick={() => setEditing(true)}>
          修改条件
        </Button>
      )}
      {data?.mine && data.name && (
        <Button look="word" disabled={remove.isPending} onClick={drop}>
          删除
        </Button>
      )}
      <Button look="word" onClick={() => state.change({ queryId: undefined })}>
        不用此条件
      </Button>
      {editing && (
        <QueryDialog
          id={id}
          orgId={state.values.orgId}
          onUse={(next) => state.change({ queryId: next })}
          onClose={() => setEditing(false)}
        />
      )}
    </div>
  );
}
