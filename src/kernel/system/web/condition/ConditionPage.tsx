import { Link } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { StateTag } from '#platform/web/show/StateTag.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type ConditionLine, getCondition, startBackup } from '../../contract.condition.ts';
import { ConditionTone } from '../pickers.condition.tsx';
import './condition.css';

type Condition = ReplyOf<typeof getCondition>;

/** Milliseconds between two looks: while a backup runs, and else. */
const WATCH = 2000;
const QUIET = 30_000;

/** 运行状况: how the platform stands, what needs a hand, the last backups and restore drills. */
export default function ConditionPage() {
  const session = useSession();
  const condition = useCall(
    getCondition,
    {},
    { quiet: true, staleTime: 0, refetchInterval: (read) => (read?.underWay ? WATCH : QUIET) },
  );
  const start = useAct(startBackup);
  const { data } = condition;
  const begin = async () => {
    await start.mutateAsync({});
    emit('notice', { kind: 'success', text: '已开始备份，可以离开本页' });
  };
  return (
    <div className="condition">
      <PageHead>
        {may(session, 'condition:write') && data && (data.can.backup || data.underWay !== null) && (
          <Button look="primary" icon="shield" disabled={!data.can.backup || start.isPending} onClick={begin}>
            {data.underWay !== null ? '正在备份…' : '立即备份'}
          </Button>
        )}
      </PageHead>
      {condition.isPending && <Skeleton />}
      {condition.error && !data && <Failed error={condition.error} onRetry={() => condition.refetch()} />}
      {data && (
        <>
          <Summary data={data} />
          {data.groups.map(({ title, lines }) => (
            <section key={title} className="card" aria-label={title}>
              <div className="card-head">
                <h2>{title}</h2>
              </div>
              <dl className="condition-lines">
                {lines.map((line) => (
                  <Line key={line.key} line={line} />
                ))}
              </dl>
            </section>
          ))}
          <Runs runs={data.runs} />
        </>
      )}
    </div>
  );
}

/** What needs a hand, in one line. */
function Summary({ data }: { data: Condition }) {
  const lines = data.groups.flatMap((group) => group.lines);
  const bad = lines.filter(({ tone }) => tone === 'bad');
  const warn = lines.filter(({ tone }) => tone === 'warn');
  const named = (list: readonly ConditionLine[]) => list.map(({ label }) => label).join('、');
  const tone = bad.length > 0 ? 'bad' : warn.length > 0 ? 'warn' : 'ok';
  return (
    <div className={`banner ${tone}`} role="status">
      <Icon name={tone === 'ok' ? 'check' : 'warning'} />
      <span>
        {data.underWay && `正在备份：${data.underWay}。`}
        {bad.length > 0 && `需要处理：${named(bad)}。`}
        {warn.length > 0 && `请留意：${named(warn)}。`}
        {tone === 'ok' && '一切正常。'}
      </span>
    </div>
  );
}

function Line({ line }: { line: ConditionLine }) {
  return (
    <div className="condition-line">
      <dt>{line.label}</dt>
      <dd>
        <ConditionTone tone={line.tone} />
      </dd>
      <dd>
        {line.value}
        {line.hint && <p className="muted small">{line.hint}</p>}
        {line.key === 'plan' && <Link to="/sys/site">站点配置</Link>}
      </dd>
    </div>
  );
}

function Runs({ runs }: { runs: Condition['runs'] }) {
  return (
    <section className="card" aria-label="最近的备份和演练">
      <div className="card-head">
        <h2>最近的备份和演练</h2>
      </div>
      {runs.length === 0 && (
        <Empty title="还没有备份和演练">在站点配置里启用自动备份，或在服务器上执行 npm run backup。</Empty>
      )}
      <dl className="condition-lines">
        {runs.map(({ id, kind, succeeded, outcome, endTime }) => (
          <div key={id} className="condition-line">
            <dt>{dateTime(endTime)}</dt>
            <dd>
              <StateTag look={succeeded ? 'good' : 'bad'}>{kind === 'backup' ? '备份' : '恢复演练'}</StateTag>
            </dd>
            <dd>{outcome}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
