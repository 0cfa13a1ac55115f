import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { OrgField } from '#people/org/web/pickers.tsx';
import { id, type ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { lastRun, listRuns, startRun } from '../contract.ts';
import { CheckRows } from './CheckRows.tsx';
import { PATHS } from './paths.ts';
import './dataManage.css';

type Last = ReplyOf<typeof lastRun>;
/** How often the page looks while a check goes on. */
const WATCH = 2000;
const placeForm = z.object({ orgId: id });

/** `/dataManage/dataCheck`: what the rules find in an organisation's data, run by run, and what becomes of it. */
export default function DataCheck() {
  const navigate = useNavigate();
  const { user } = useSession();
  const params = readQuery(useLocation().search, ['orgId', 'side', 'rule']) as Partial<Record<string, string>>;
  const orgId = params.orgId ?? '';
  const isGiven = params.side === 'given';
  const query = useCall(lastRun, orgId ? { orgId } : {}, {
    quiet: true,
    staleTime: 0,
    refetchInterval: (latest) => (latest?.going ? WATCH : false),
  });
  const form = useForm({ schema: placeForm, initial: { orgId: orgId || user.workOrgId }, of: null, isNew: false });
  const chosen = form.text('orgId');
  useEffect(() => {
    const next = chosen === user.workOrgId ? '' : chosen;
    if (next === orgId || isGiven) return;
    navigate(pathWithQuery(PATHS.check, next ? { orgId: next } : {}), { replace: true });
  }, [chosen, orgId, isGiven, user.workOrgId, navigate]);
  return (
    <div className="list-page">
      <PageHead title="数据核查">
        {query.data?.can.start && !isGiven && <Start orgId={orgId} orgName={query.data.orgName} />}
      </PageHead>
      <div className="card content-list">
        <nav className="check-sides" aria-label="核查范围">
          <Link to={PATHS.check} aria-current={isGiven ? undefined : 'page'}>
            本组织核查的
          </Link>
          <Link to={pathWithQuery(PATHS.check, { side: 'given' })} aria-current={isGiven ? 'page' : undefined}>
            上级交办的{query.data && query.data.givenHere > 0 ? `（${query.data.givenHere}）` : ''}
          </Link>
        </nav>
        {isGiven ? (
          <CheckRows key="given" side="given" rules={null} />
        ) : (
          <>
            <div className="check-place">
              <OrgField form={form} name="orgId" label="核查的党组织" count="organisations" />
            </div>
            <RecordLoader query={query}>{(last) => <Own last={last} orgId={orgId} rule={params.rule} />}</RecordLoader>
          </>
        )}
      </div>
    </div>
  );
}

function Start({ orgId, orgName }: { orgId: string; orgName: string }) {
  const [open, setOpen] = useState(false);
  const start = useAct(startRun, { quiet: true });
  return (
    <>
      <Button look="primary" icon="refresh" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        开始核查
      </Button>
      {open && (
        <ConfirmDialog
          title={`核查 ${orgName}`}
          icon="refresh"
          act="开始核查"
          onConfirm={async () => {
            await start.mutateAsync(orgId ? { orgId } : {});
            emit('notice', { kind: 'success', text: '已开始核查，可以离开本页，完成后再来看' });
          }}
          onClose={() => setOpen(false)}
        >
          按平台的规则逐个检查这个组织和下级的数据，与上一次比较；已说明的不再列为待处理。
        </ConfirmDialog>
      )}
    </>
  );
}

function Own({ last, orgId, rule }: { last: Last; orgId: string; rule: string | undefined }) {
  const { run, rules, going } = last;
  const [older, setOlder] = useState(false);
  const broken = rules.filter(({ found, solved }) => found + solved > 0);
  return (
    <>
      {going && (
        <p className="banner" role="status">
          <Icon name="refresh" />
          <span className="grow">
            正在核查，完成后自动显示；进度也在<Link to="/dataManage/exportList">导出列表</Link>里。
          </span>
        </p>
      )}
      {!run ? (
        !going && (
          <Empty title="还没有核查过">
            点“开始核查”，按平台的规则检查{last.orgName}和下级的数据，逐条列出要更正的。
          </Empty>
        )
      ) : (
        <>
          <ul className="check-figures" aria-label="最近一次核查">
            <li>
              <b>{formatNumber(run.found)}</b>
              <span>现有问题（条）</span>
            </li>
            <li>
              <b>{formatNumber(run.fresh)}</b>
              <span>比上次新增</span>
            </li>
            <li>
              <b>{formatNumber(run.solved)}</b>
              <span>比上次解决</span>
            </li>
            <li className="check-when">
              <span>
                {run.at}，{run.by}核查
              </span>
              {run.cut && <span className="tag warn">只保留前20,000条，请按下级组织核查</span>}
              <Button look="link" size="compact" onClick={() => setOlder(!older)}>
                {older ? '收起历次' : '历次核查'}
              </Button>
            </li>
          </ul>
          {older && <Runs orgId={orgId} />}
          {broken.length > 0 && (
            <ul className="check-rules" aria-label="按规则">
              <li>
                <Link
                  to={pathWithQuery(PATHS.check, orgId ? { orgId } : {})}
                  aria-current={rule === undefined ? 'true' : undefined}
                >
                  <span>全部规则</span>
                  <b>{formatNumber(run.found)}</b>
                </Link>
              </li>
              {broken.map((one) => (
                <li key={one.code}>
                  <Link
                    to={pathWithQuery(PATHS.check, { ...(orgId ? { orgId } : {}), rule: one.code })}
                    aria-current={rule === one.code ? 'true' : undefined}
                    title={`${one.detail}（${one.clause}）`}
                  >
                    <span>{one.label}</span>
                    <b>{formatNumber(one.found)}</b>
                    <small>
                      {one.fresh > 0 && `新增${formatNumber(one.fresh)}`}
                      {one.fresh > 0 && one.solved > 0 && '，'}
                      {one.solved > 0 && `解决${formatNumber(one.solved)}`}
                    </small>
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <CheckRows
            key={`${orgId}:${rule ?? ''}`}
            side="own"
            rules={rules}
            {...(orgId ? { orgId } : {})}
            {...(rule ? { rule } : {})}
          />
        </>
      )}
    </>
  );
}

/** The runs before. */
function Runs({ orgId }: { orgId: string }) {
  const query = useCall(listRuns, { pageSize: '10', ...(orgId ? { orgId } : {}) }, { quiet: true });
  return (
    <RecordLoader query={query}>
      {({ rows }) => (
        <ol className="check-runs" aria-label="历次核查">
          {rows.map((run) => (
            <li key={run.id}>
              <span>{run.at}</span>
              <span className={run.stateName === '没有完成' ? 'tag warn' : 'tag'}>{run.stateName}</span>
              <span>
                {run.stateName === '已完成'
                  ? `${formatNumber(run.found)}条，新增${formatNumber(run.fresh)}，解决${formatNumber(run.solved)}`
                  : run.message}
              </span>
              <span className="muted">{run.by}</span>
            </li>
          ))}
        </ol>
      )}
    </RecordLoader>
  );
}
