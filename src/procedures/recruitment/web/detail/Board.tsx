import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type FileRow, listFiles } from '../../contract.ts';
import { STEP_STATES } from '../../rules/path.ts';
import { DaysLeft, nextText } from '../parts.tsx';
import { PATHS } from '../paths.ts';
import { PHASE_STEPS } from './stages.ts';
import '../recruitment.css';
import './detail.css';

/** Cards of a phase that are shown at first, and with each further press. */
const PORTION = 20;
const MOST = 200;

/** `InPhase`: who is in which of the five phases, the overdue ones first. */
export default function Board() {
  return (
    <div className="fz-detail">
      <PageHead />
      <div className="fz-board">
        {PHASE_STEPS.map(({ phase, title }) => (
          <Phase key={phase} phase={phase} title={title} />
        ))}
      </div>
    </div>
  );
}

function Phase({ phase, title }: { phase: number; title: string }) {
  const [shown, setShown] = useState(PORTION);
  const filesQuery = useCall(listFiles, { phase, pageSize: shown }, { quiet: true, keepPrevious: true });
  const { rows = [], total = 0 } = filesQuery.data ?? {};
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <span className="card-extra">{filesQuery.data && `${total}人`}</span>
      </div>
      {filesQuery.error && !filesQuery.data ? (
        <p className="fz-quiet" role="alert">
          {filesQuery.error.message}{' '}
          <Button look="link" onClick={() => void filesQuery.refetch()}>
            重试
          </Button>
        </p>
      ) : filesQuery.data ? (
        <ul>
          {rows.map((row) => (
            <Card key={row.id} row={row} />
          ))}
          {total === 0 && <li className="fz-quiet">没有人在这个阶段。</li>}
        </ul>
      ) : (
        <Skeleton lines={6} />
      )}
      {total > rows.length && rows.length < MOST && (
        <p className="fz-more">
          <Button
            size="compact"
            disabled={filesQuery.isPlaceholderData}
            onClick={() => setShown(Math.min(shown + PORTION * 2, MOST))}
          >
            再看{Math.min(total - rows.length, PORTION * 2)}人
          </Button>
        </p>
      )}
      {total > MOST && rows.length >= MOST && (
        <p className="fz-quiet">只列出最急的{MOST}人，其余请到名单里按条件查找。</p>
      )}
    </section>
  );
}

function Card({ row }: { row: FileRow }) {
  const isOpen = row.stepState === 'ready' || row.stepState === 'done';
  return (
    <li>
      <Link to={PATHS.work(row.id, row.category)}>
        <p>
          <b>{row.name}</b>
          <span className="tag">{row.categoryName}</span>
        </p>
        <p>
          {nextText(row)}
          {!isOpen && `（${STEP_STATES[row.stepState]}）`}
        </p>
        <p>{row.orgName}</p>
        {row.daysLeft !== null && (
          <p>
            <DaysLeft days={row.daysLeft} />
          </p>
        )}
      </Link>
    </li>
  );
}
