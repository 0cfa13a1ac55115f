import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { dutyYear, endExemption } from '../contract.duty.ts';
import { printYear } from '../contract.paper.ts';
import { isMeetingType, unitOf } from '../rules.ts';
import { StateMark } from './parts.tsx';
import { PATHS } from './paths.ts';
import './event.css';

type Cell = ReplyOf<typeof dutyYear>['lines'][number]['cells'][number];

/** A year of one organisation: every duty, its periods, and what met them. */
export function DutyYear() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const { orgId, year } = readQuery(search, ['orgId', 'year']);
  const query = useCall(
    dutyYear,
    { ...(orgId ? { orgId } : {}), ...(year ? { year } : {}) },
    { quiet: true, keepPrevious: true },
  );
  const { data } = query;
  const [printing, setPrinting] = useState<{ orgId: string; year: number; title: string } | null>(null);
  return (
    <div className="life-page">
      <PageHead title={data ? `${data.org.name} ${data.year}年` : '年度组织生活'}>
        {data && data.lines.length > 0 && (
          <Button
            icon="print"
            onClick={() =>
              setPrinting({ orgId: data.org.id, year: data.year, title: `${data.org.name}${data.year}年组织生活记录` })
            }
          >
            全年记录
          </Button>
        )}
      </PageHead>
      {!data ? (
        <Waiting query={query} />
      ) : (
        <>
          <fieldset className="life-types">
            <legend className="visually-hidden">年份</legend>
            {data.years.map((one) => (
              <Button
                key={one}
                size="compact"
                className={one === data.year ? 'chosen' : undefined}
                aria-pressed={one === data.year}
                onClick={() => navigate(pathWithQuery(PATHS.list, { tab: 'year', orgId, year: String(one) }))}
              >
                {one}年
              </Button>
            ))}
            <ButtonLink size="compact" to={PATHS.meetings({ orgId: data.org.id })}>
              全部会议
            </ButtonLink>
          </fieldset>
          {data.locks.map((lock) => (
            <p key={lock.id} className="banner">
              <Icon name="lock" />
              <span className="grow">{lock.text}</span>
            </p>
          ))}
          {data.lines.length === 0 && (
            <p className="card life-empty">
              {data.org.name}这一年没有要求开展的组织生活；下级的情况见
              <Link to={PATHS.matrix({ orgId })}>应开总表</Link>。
            </p>
          )}
          {data.lines.map((line) => (
            <section key={line.type} className="card life-line" aria-label={line.typeName}>
              <div className="card-head">
                <h2>{line.typeName}</h2>
                <span className="secondary">{line.clause}</span>
              </div>
              <ol>
                {line.cells.map((cell) => (
                  <YearCell key={cell.period} cell={cell} />
                ))}
              </ol>
            </section>
          ))}
        </>
      )}
      {printing && (
        <PaperDialog
          title={printing.title}
          ask={(signal) =>
            call(printYear, { orgId: printing.orgId, year: String(printing.year) }, { quiet: true, signal })
          }
          onClose={() => setPrinting(null)}
        />
      )}
    </div>
  );
}

function YearCell({ cell }: { cell: Cell }) {
  const session = useSession();
  const end = useAct(endExemption);
  return (
    <li className={`life-year-cell ${cell.state}`}>
      <span className="muted small">{cell.periodText.slice(5) || cell.periodText}</span>
      <StateMark
        state={cell.state}
        name={cell.stateName}
        extra={cell.required > 1 ? ` ${cell.held}/${cell.required}${unitOf(cell.type)}` : undefined}
      />
      {cell.meetings.map((one) => (
        <Link key={one.id} to={one.href} title={one.title}>
          {one.heldOn.slice(5)} {one.title}
        </Link>
      ))}
      {cell.exemption && (
        <span className="muted small">
          {cell.exemption.reason}（{cell.exemption.by}）
          {may(session, 'event:review') && cell.orgId !== session.user.workOrgId && (
            <Button
              look="word"
              disabled={end.isPending}
              onClick={async () => {
                await end.mutateAsync({ id: cell.exemption?.id ?? '' });
                emit('notice', { kind: 'success', text: '已取消免开' });
              }}
            >
              取消免开
            </Button>
          )}
        </span>
      )}
      {!isMeetingType(cell.type) && <Link to={PATHS.names(cell)}>名单</Link>}
      {cell.can.add && <Link to={PATHS.add(cell.orgId, { type: cell.type, period: cell.period })}>登记</Link>}
    </li>
  );
}
