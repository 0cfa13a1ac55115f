import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import type { dutyOverview } from '../contract.duty.ts';
import { Bar, Numbers } from './parts.tsx';
import { PATHS } from './paths.ts';
import './event.css';

/**
 * 三会一课: how far the branches of an organisation have done what is owed in the running period, by type; each number opens
 * exactly its rows.
 * @param types those that are shown; absent: all that are owed
 * @param children further links below the one to what is missing
 */
export function DutyStrip({
  overview,
  types,
  children,
}: {
  overview: ReplyOf<typeof dutyOverview>;
  types?: readonly number[];
  children?: ReactNode;
}) {
  const { orgName, branches, today } = overview;
  const strip = overview.strip.filter(({ type }) => types?.includes(type) ?? true);
  return (
    <section className="card life-strip" aria-label="本期达标情况">
      <div className="life-strip-head">
        <h2 className="section-title">三会一课</h2>
        <p className="muted small">
          {orgName}
          {branches > 1 && `，应开展的组织${branches}个`}
          <br />
          截至{today}
        </p>
        <Link to={PATHS.owed({ state: 'missing' })}>查看缺开清单</Link>
        {children}
      </div>
      {strip.map((one) => (
        <div key={one.type} className="life-strip-cell">
          <p>
            <span>{one.typeName}</span>
            <b>
              {one.ok}
              <small>/{one.ok + one.due + one.missing}</small>
            </b>
          </p>
          <Bar counts={one} />
          <Numbers counts={one} query={{ type: String(one.type), period: one.period }} />
          <span className="muted tiny">{one.periodText}</span>
        </div>
      ))}
      {strip.length === 0 && <p className="muted">本组织没有要求开展的组织生活。</p>}
    </section>
  );
}
