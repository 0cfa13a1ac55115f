import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { formatNumber } from '#platform/web/show/number.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listPlans, type PlanRow } from '../contract.plan.ts';
import type { ScoreRow } from '../contract.score.ts';
import { GRADES, type Grade, pointsText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './integral.css';

export const noValue = <span className="muted">—</span>;
export const choicesFromWords = (words: Readonly<Record<string | number, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const PLAN_TONES: Readonly<Record<number, string>> = {
  0: 'tag',
  1: 'tag info',
  2: 'tag warn',
  3: 'tag gold',
  4: 'tag ok',
};
export const PlanTag = ({ state, stateName }: { state: number; stateName: string }) => (
  <span className={PLAN_TONES[state] ?? 'tag'}>{stateName}</span>
);

const SIGNS: Readonly<Record<Grade, string>> = { 1: '■', 2: '◆', 3: '▲', 4: '●' };
const TONES: Readonly<Record<Grade, string>> = { 1: 'ok', 2: 'info', 3: 'warn', 4: 'bad' };
/** A grade by word and sign; colour only confirms. */
export function GradeTag({ grade }: { grade: number | null }) {
  if (grade === null || !(grade in GRADES)) return noValue;
  const one = grade as Grade;
  return (
    <span className={`tag ${TONES[one]}`}>
      <span aria-hidden="true">{SIGNS[one]}</span> {GRADES[one]}
    </span>
  );
}

/** How far a score is: what was handed in, and what became of it. */
export function ScoreTags({
  row,
}: {
  row: Pick<ScoreRow, 'method' | 'state' | 'stateName' | 'review' | 'reviewName' | 'isLate' | 'isExempt' | 'isAsked'>;
}) {
  if (row.isExempt) return <span className="tag">免考</span>;
  const decided = row.review !== 0;
  return (
    <span className="integral-tags">
      {row.method === 2 && !decided && (
        <span className={row.state === 1 ? 'tag info' : row.state === 0 ? 'tag warn' : 'tag'}>{row.stateName}</span>
      )}
      {(decided || row.method !== 2 || row.state === 1) && (
        <span className={row.review === 1 ? 'tag ok' : row.review === 2 ? 'tag bad' : 'tag warn'}>
          {row.reviewName}
        </span>
      )}
      {row.isLate && <span className="tag bad">逾期</span>}
      {row.isAsked && <span className="tag gold">改分待确认</span>}
    </span>
  );
}

export const Points = ({ value, of }: { value: number | null; of?: number }) =>
  value === null ? (
    noValue
  ) : (
    <span className="integral-points">
      <b>{pointsText(value)}</b>
      {of !== undefined && <span className="muted">/{pointsText(of)}</span>}
    </span>
  );

/** How much of something is done, as a bar and in words. */
export function Share({ done, all, label }: { done: number; all: number; label: string }) {
  const percent = all === 0 ? 0 : Math.round((done * 100) / all);
  return (
    <span className="integral-share" title={label}>
      <i aria-hidden="true">
        <b style={{ width: `${percent}%` }} />
      </i>
      <span>
        {formatNumber(done)}/{formatNumber(all)}
      </span>
    </span>
  );
}

/** The plan that the address names, else the newest that has something to show; and the field to choose another. */
export function usePlan(path: string) {
  const navigate = useNavigate();
  const { plan: wantedPlan, org } = readQuery(useLocation().search, ['plan', 'org']);
  const plansQuery = useCall(listPlans, { pageSize: 100 }, { quiet: true });
  const plans = (plansQuery.data?.rows ?? []).filter(({ state }) => state > 0);
  const plan = plans.find(({ id }) => id === wantedPlan) ?? plans.find(({ state }) => state >= 2) ?? plans[0];
  const picker = plan && (
    <select
      className="integral-pick"
      aria-label="考核方案"
      value={plan.id}
      onChange={(event) => navigate(pathWithQuery(path, { plan: event.target.value }), { replace: true })}
    >
      {plans.map((one) => (
        <option key={one.id} value={one.id}>
          {one.year}年 {one.name}（{one.stateName}）
        </option>
      ))}
    </select>
  );
  return { plan, org, picker, found: plansQuery };
}

/** What needs a plan: on its way, none there and who makes one, or what is shown of it. */
export function WithPlan({
  use: { plan, found },
  children,
}: {
  use: ReturnType<typeof usePlan>;
  children: (plan: PlanRow) => ReactNode;
}) {
  const session = useSession();
  if (plan) return <>{children(plan)}</>;
  if (!found.data) return <Waiting query={found} />;
  return (
    <div className="card">
      <Empty
        title="还没有已发布的考核方案"
        act={
          may(session, 'integral:manage') && (
            <ButtonLink look="primary" to={PATHS.plan}>
              去制定方案
            </ButtonLink>
          )
        }
      >
        考核方案由上级党组织制定并发布；本组织也可以为下级组织制定方案。
      </Empty>
    </div>
  );
}

const TABS = [
  [PATHS.itemized, '分项统计'],
  [PATHS.gather, '汇总报表'],
  [PATHS.months, '月度项目'],
  [PATHS.cable, '电报报表'],
] as const;
/** The reports of one plan beside each other. */
export const ReportTabs = ({ here, plan }: { here: string; plan: string }) => (
  <nav className="integral-tabs" aria-label="报表">
    {TABS.map(([path, title]) => (
      <Link key={path} to={pathWithQuery(path, { plan })} aria-current={path === here ? 'page' : undefined}>
        {title}
      </Link>
    ))}
  </nav>
);
