import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { may, useSession } from '#platform/web/session.ts';
import { LISTS, type ListName, PATHS } from './paths.ts';

/** 还剩69天, 超期3天; told in words, colour only confirms. */
export function DaysLeft({ days }: { days: number | null }) {
  if (days === null) return <span className="muted">—</span>;
  if (days < 0) return <span className="fz-late">超期{-days}天</span>;
  return <span className={days <= 30 ? 'fz-soon' : ''}>{days === 0 ? '今天到期' : `还剩${days}天`}</span>;
}

/** The overview, the lists of the other stages, and for workers what is to be corrected. */
export function StageLinks({ here }: { here: ListName | 'overview' | 'corrections' }) {
  const session = useSession();
  return (
    <>
      {here !== 'overview' && (
        <Link className="button" to={PATHS.overview}>
          概览
        </Link>
      )}
      {(Object.keys(LISTS) as ListName[])
        .filter((name) => name !== here)
        .map((name) => (
          <Link key={name} className="button" to={PATHS.list(name)}>
            {LISTS[name].title}
          </Link>
        ))}
      {here !== 'corrections' && may(session, 'recruit:write') && (
        <Link className="button" to={PATHS.corrections}>
          更正申请
        </Link>
      )}
    </>
  );
}

/** A line of `fz-lines`: what it is, and the value. */
export function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
