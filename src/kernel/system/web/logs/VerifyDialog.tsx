import type { ReplyOf } from '#platform/contract.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Failed } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { sealStatus, verifyLogs } from '../../contract.ts';

type Status = ReplyOf<typeof sealStatus>;
type Run = NonNullable<Status['latest']>;

/** Milliseconds between two looks while a verification runs. */
const WATCH = 800;
const runs = (run: Run | null | undefined) => run?.state === 'queued' || run?.state === 'running';

/** How far the log is sealed, what the last verification found, and the button for the next. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const status = useCall(
    sealStatus,
    {},
    { quiet: true, staleTime: 0, refetchInterval: (s) => runs(s?.latest) && WATCH },
  );
  const start = useAct(verifyLogs);
  const { data } = status;
  const running = runs(data?.latest);
  return (
    <Dialog
      title="核验日志"
      icon="shield"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button look="primary" disabled={!data || running || start.isPending} onClick={() => start.mutate({})}>
            {running ? '正在核验…' : '开始核验'}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <p>日志每分钟封存一次，逐次相连并签名。核验会重读全部日志，找出被改动、删除、添加或调换的记录。</p>
        {status.error && !data && <Failed error={status.error} onRetry={() => status.refetch()} />}
        {data && (
          <>
            <dl className="plain-facts">
              <div className="plain-fact">
                <dt>已封存</dt>
                <dd>
                  {data.sealedRows.toLocaleString('en-US')}条，{data.seals.toLocaleString('en-US')}次
                  {data.sealedAt && `，最近 ${dateTime(data.sealedAt)}`}
                </dd>
              </div>
              <div className="plain-fact">
                <dt>签名公钥</dt>
                <dd className="log-signature">{data.publicKey}</dd>
              </div>
            </dl>
            {data.latest && <Latest run={data.latest} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

/** A run's progress while it lasts, then what it found. */
function Latest({ run }: { run: Run }) {
  if (runs(run)) {
    const percent = run.total ? Math.min(100, Math.floor((run.progress / run.total) * 100)) : 0;
    return (
      <p role="status">
        <span
          className="plain-bar"
          role="progressbar"
          aria-label="核验进度"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ width: `${percent}%` }} />
        </span>
        {run.total ? `${run.progress} / ${run.total}次封存` : '等待开始'}
      </p>
    );
  }
  const bad = run.state === 'failed' || run.finding !== null;
  return (
    <div className={`banner ${bad ? 'bad' : run.state === 'done' ? 'ok' : 'warn'}`} role="status">
      <Icon name={bad ? 'warning' : run.state === 'done' ? 'check' : 'undo'} />
      <span>
        {dateTime(run.finishTime)} {run.message}
      </span>
    </div>
  );
}
