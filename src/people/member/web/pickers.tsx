import { Suspense, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import type { ConditionsProps } from '#platform/web/choose/conditions.ts';
import { Choose } from '#platform/web/choose/PeoplePanel.tsx';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { getQuery, listQueries } from '../contract.query.ts';

// Loaded when somebody sets conditions.
const QueryDialog = lazyPart(async () => ({ default: (await import('./query/QueryDialog.tsx')).QueryDialog }));

/** 按条件 among the filters of a dialog that chooses people: kept conditions, new ones, and what is used in words. */
export function PeopleConditions(props: ConditionsProps) {
  return may(useSession(), 'member:read') ? <Used {...props} /> : null;
}

function Used({ queryId, orgId, onUse }: ConditionsProps) {
  const [asking, setAsking] = useState(false);
  const { data: kept = [] } = useCall(listQueries, {}, { quiet: true });
  const used = useCall(getQuery, queryId === null ? null : { id: queryId }, { quiet: true });
  const options = [
    ['', '不限'] as const,
    ...(queryId && !kept.some(({ id }) => id === queryId) ? [[queryId, '当前条件'] as const] : []),
    ...kept.map(({ id, name, mine }) => [id, mine ? name : `${name}（共享）`] as const),
  ];
  const fault = used.data ? used.data.fault : (used.error?.message ?? '');
  return (
    <>
      {kept.length > 0 && (
        <Choose label="已存条件" value={queryId ?? ''} options={options} onChange={(id) => onUse(id || null)} />
      )}
      <Button size="compact" icon="filter" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {queryId ? '修改条件' : '按条件'}
      </Button>
      {queryId && (
        <p className="choose-query" role={fault ? 'alert' : 'status'}>
          <Icon name={fault ? 'warning' : 'filter'} size={14} />
          <span className="grow">{fault || used.data?.text || '正在读取条件…'}</span>
          <Button look="word" onClick={() => onUse(null)}>
            不用此条件
          </Button>
        </p>
      )}
      {asking && (
        <Suspense fallback={null}>
          <QueryDialog id={queryId} orgId={orgId} onUse={onUse} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
