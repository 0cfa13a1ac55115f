import { useState } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { cockpit } from '../contract.ts';
import { Cards, Cell, Grid, Legend, type Opened } from './CockpitGrid.tsx';
import { COCKPIT, filterBoard } from './useBoardView.ts';

/** Organisations and checks that a home shows; the cockpit has them all. */
const ROWS = 10;
const CHECKS = 10;
/** Of the organisations, the worst; each is a card there. */
const ON_PHONE = 2;

/** 下级组织: those directly below side by side in four colours, the worst first, with the checks that most of them break. A cell opens its rows. */
export function BoardBelow() {
  const cockpitQuery = useCall(cockpit, {}, { quiet: true });
  const [open, setOpen] = useState<Opened | null>(null);
  const { data } = cockpitQuery;
  if (!data) {
    return (
      <section className="card" aria-label="下级组织检查情况">
        <Waiting query={cockpitQuery} lines={6} />
      </section>
    );
  }
  const codes = [...data.checks]
    .sort((a, b) => b.total - a.total)
    .slice(0, CHECKS)
    .map(({ code }) => code);
  const board = filterBoard({ ...data, rows: data.rows.filter(({ isOwn }) => !isOwn) }, codes, false);
  const broken = board.rows.filter(({ open: n }) => n > 0).length;
  return (
    <section className="card board-below" aria-label="下级组织检查情况">
      <div className="card-head">
        <h2>下级四色</h2>
        <span className="muted">
          {broken === 0 ? `${board.rows.length}个都符合` : `${board.rows.length}个中${broken}个有不符合的`}，截至
          {dateTime(data.asOf).slice(11)}；
          <Legend />
        </span>
        <Link className="card-extra" to={pathWithQuery(COCKPIT, {})}>
          全部{board.rows.length}个、{data.checks.length}项检查
        </Link>
      </div>
      {board.rows.length === 0 ? (
        <p className="muted">还没有下级组织。</p>
      ) : (
        <>
          <Grid data={{ ...board, rows: board.rows.slice(0, ROWS) }} onOpen={setOpen} />
          <Cards data={{ ...board, rows: board.rows.slice(0, ON_PHONE) }} onOpen={setOpen} />
        </>
      )}
      {open && <Cell {...open} onClose={() => setOpen(null)} />}
    </section>
  );
}
