import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { keyOf, useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { getInstance, listInstances } from '../../contract.ts';
import { DecisionCard } from './DecisionCard.tsx';
import { PaperCard } from './PaperCard.tsx';
import { RecordCard } from './RecordCard.tsx';
import { useWorkKeys } from './useWorkKeys.ts';
import { WayCard } from './WayCard.tsx';
import '#platform/web/field/record.css';
import './work.css';

const LIST = '/affairs/approval';
const WAITING = { view: 'todo', pageSize: 200 } as const;

/** The matter behind this one; behind the last, or for one that is no longer in the list, the first that waits. */
function afterOf(ids: readonly string[], id: string): string | undefined {
  return ids[ids.indexOf(id) + 1] ?? ids.find((other) => other !== id);
}

/** Where the reader stands among what waits; that nothing waits is known when the list has come. */
function placeWords(
  { data, error }: { data: { rows: readonly unknown[] } | undefined; error: Error | null },
  at: number,
) {
  if (!data) return error ? '待处理的没有读到' : '正在读取待处理的';
  const { length } = data.rows;
  if (at >= 0) return `第${at + 1}件，共${length}件`;
  return length > 0 ? `待处理${length}件` : '没有待处理的';
}

/** `/affairs/approval/matter/:id`: one matter on one screen, with the next one at hand. */
export default function WorkPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  const instanceQuery = useCall(getInstance, { id }, { quiet: true });
  const list = useCall(listInstances, WAITING, { quiet: true, keepPrevious: true });
  const ids = (list.data?.rows ?? []).map((row) => row.id);
  const at = ids.indexOf(id);
  const before = at > 0 ? ids[at - 1] : undefined;
  const next = ids[at + 1];
  const go = (to: string | undefined) => {
    if (to) navigate(`${LIST}/matter/${to}`, { replace: true });
  };
  // Whoever decides by keys may be quicker than the list: it is waited for, since a decided matter no longer stands in it.
  const findAfter = async () => {
    const { rows } = await client.ensureQueryData({
      queryKey: keyOf(listInstances, WAITING),
      queryFn: () => call(listInstances, WAITING, { quiet: true }),
    });
    return afterOf(
      rows.map((row) => row.id),
      id,
    );
  };
  useEffect(() => {
    if (!next) return;
    const input = { id: next };
    void client.prefetchQuery({
      queryKey: keyOf(getInstance, input),
      queryFn: () => call(getInstance, input, { quiet: true }),
    });
  }, [client, next]);
  useWorkKeys({ j: () => go(next), k: () => go(before) });

  if (instanceQuery.error && !instanceQuery.data) {
    return (
      <>
        <PageHead />
        <Failed error={instanceQuery.error} onRetry={() => instanceQuery.refetch()} />
      </>
    );
  }
  return (
    <div className="work">
      <PageHead title={instanceQuery.data?.title ?? '审批'}>
        <nav className="record-trail" aria-label="待我审批中的前后">
          <Button look="word" icon="back" iconSize={13} disabled={!before} title="k" onClick={() => go(before)}>
            上一件
          </Button>
          <span className="muted" role="status">
            {placeWords(list, at)}
          </span>
          <Button look="word" disabled={!next} title="j" onClick={() => go(next)}>
            下一件
            <Icon name="forward" size={13} />
          </Button>
        </nav>
      </PageHead>
      {instanceQuery.data ? (
        <Work key={id} instance={instanceQuery.data} next={afterOf(ids, id)} findAfter={findAfter} onNext={go} />
      ) : (
        <Skeleton lines={10} />
      )}
    </div>
  );
}

function Work({ instance, ...onward }: Parameters<typeof DecisionCard>[0]) {
  useTitle(instance.title);
  return (
    <>
      <WayCard instance={instance} />
      <div className="work-parts">
        <PaperCard instance={instance} />
        <RecordCard instance={instance} />
        <DecisionCard instance={instance} {...onward} />
      </div>
      {!onward.next && instance.taskId === null && (
        <p className="work-all small">
          <Link to={LIST}>返回待我审批</Link>
        </p>
      )}
    </>
  );
}
