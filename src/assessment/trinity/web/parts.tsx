import { useLocation, useNavigate } from 'react-router';
import { MATERIAL_STATES, REVIEW_STATES } from '#assessment/orgAssessment/rules.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';

import { noValue } from '#platform/web/show/none.tsx';
import type { ScoreRow } from '../contract.score.ts';
import { evaluationCalls } from '../nouns/evaluation.ts';
import { pointsText, STATES, type State } from '../rules.ts';
import '#house/web/given/given.css';
import './trinity.css';

/** The name of an evaluation with its year, where the name does not say it. */
export const titleOf = ({ name, year }: { name: string; year: number }) =>
  name.includes(String(year)) ? name : `${year}年${name}`;

const TONES: Readonly<Record<State, string>> = { draft: 'tag', open: 'tag info', closed: 'tag ok' };
/** How an evaluation stands. */
export const StateTag = ({ state }: { state: State }) => <span className={TONES[state]}>{STATES[state]}</span>;

/** How far a material is: what was handed in, and what became of it. */
export const ScoreTags = ({ row }: { row: Pick<ScoreRow, 'method' | 'state' | 'review' | 'isLate' | 'final'> }) => (
  <span className="given-tags">
    {row.method === 2 && row.review === 0 && (
      <span className={row.state === 1 ? 'tag info' : row.state === 0 ? 'tag warn' : 'tag'}>
        {row.state === 1 ? REVIEW_STATES[0] : MATERIAL_STATES[row.state as keyof typeof MATERIAL_STATES]}
      </span>
    )}
    {row.method === 2 && row.review !== 0 && (
      <span className={row.review === 1 ? 'tag ok' : 'tag bad'}>
        {REVIEW_STATES[row.review as keyof typeof REVIEW_STATES]}
      </span>
    )}
    {row.method !== 2 && (
      <span className={row.final === null ? 'tag' : 'tag ok'}>{row.final === null ? '未评分' : '已评分'}</span>
    )}
    {row.isLate && <span className="tag bad">{row.state === 1 ? '迟报' : '逾期'}</span>}
  </span>
);

/** Points, or a dash where there are none yet. */
export const Points = ({ value, of }: { value: number | null; of?: number }) =>
  value === null ? (
    noValue
  ) : (
    <span>
      <b>{pointsText(value)}</b>
      {of !== undefined && <span className="muted">/{pointsText(of)}</span>}
    </span>
  );

/**
 * The evaluation that the address names, else the newest that runs; and the field to choose another.
 * @param begun drafts are left out
 */
export function useEvaluation(path: string, begun = false) {
  const navigate = useNavigate();
  const { evaluationId } = readQuery(useLocation().search, ['evaluationId']);
  const found = useCall(evaluationCalls.list, { pageSize: 100 }, { quiet: true });
  const all = (found.data?.rows ?? [])
    .filter(({ state }) => !begun || state !== 'draft')
    .sort((a, b) => b.year - a.year || Number(b.id) - Number(a.id));
  const one = all.find(({ id }) => id === evaluationId) ?? all.find(({ state }) => state === 'open') ?? all[0];
  const picker = one && (
    <select
      className="trinity-pick"
      aria-label="考评"
      value={one.id}
      onChange={(event) => navigate(pathWithQuery(path, { evaluationId: event.target.value }), { replace: true })}
    >
      {all.map((each) => (
        <option key={each.id} value={each.id}>
          {titleOf(each)}（{STATES[each.state]}）
        </option>
      ))}
    </select>
  );
  return { one, all, picker, found };
}
