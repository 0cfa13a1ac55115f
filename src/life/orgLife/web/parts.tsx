import { Link } from 'react-router';
import type { CellCounts, OwedRow } from '../contract.duty.ts';
import type { MeetingRow } from '../contract.ts';
import { stateName } from '../rules.duty.ts';
import { PATHS } from './paths.ts';

const MARKS: Readonly<Record<string, string>> = { ok: '■', due: '◆', missing: '●', exempt: '免', later: '○', none: '' };

/** ■ 达标, ◆ 待开, ● 缺, 免: shape and word carry the state. */
export function StateMark({ state, name, extra }: { state: string; name: string; extra?: string | undefined }) {
  return (
    <span className={`life-state ${state}`}>
      <span aria-hidden="true">{MARKS[state]}</span>
      {name}
      {extra}
    </span>
  );
}

/** Meetings that are on their way to meet a duty, each with its day and state. */
export const Planned = ({ row }: { row: Pick<OwedRow, 'planned'> }) =>
  row.planned.map(({ id, title, heldOn, stateName: state, href }) => (
    <small key={id}>
      <Link to={href}>
        {heldOn} {title}
      </Link>
      （{state}）
    </small>
  ));

const TONES: Readonly<Record<number, string>> = { 0: '', 1: 'info', 2: 'warn', 3: 'gold', 4: 'bad', 5: 'ok' };

/** A meeting's state, and that it was entered late. */
export function MeetingTags({ row }: { row: Pick<MeetingRow, 'state' | 'stateName' | 'cancelled' | 'lateEntry'> }) {
  return (
    <>
      <span className={`tag ${row.cancelled ? '' : (TONES[row.state] ?? '')}`}>{row.stateName}</span>
      {row.lateEntry && <span className="tag warn">补录</span>}
    </>
  );
}

const KEYS = ['ok', 'due', 'missing'] as const;
const WORDS = { ok: '达标', missing: '缺' } as const;

/** A bar of how far something is met, hatched where it is still to come; its numbers stand below as links. */
export function Bar({ counts }: { counts: CellCounts }) {
  const total = counts.ok + counts.due + counts.missing;
  return (
    <span className="life-bar" aria-hidden="true">
      {KEYS.map(
        (key) => total > 0 && counts[key] > 0 && <span key={key} className={key} style={{ flexGrow: counts[key] }} />,
      )}
    </span>
  );
}

/** The numbers of a bar, each leading to exactly its rows. */
export function Numbers({ counts, query }: { counts: CellCounts; query: Record<string, string | undefined> }) {
  return (
    <span className="life-numbers">
      {KEYS.map((key) => (
        <Link
          key={key}
          to={PATHS.owed({ ...query, state: key })}
          className={`life-state ${counts[key] === 0 ? 'none' : key}`}
        >
          <span aria-hidden="true">{counts[key] === 0 ? '○' : MARKS[key]}</span>
          {key === 'due' ? stateName(key, Number(query.type)) : WORDS[key]} {counts[key]}
        </Link>
      ))}
      {counts.exempt > 0 && (
        <Link to={PATHS.owed({ ...query, state: 'exempt' })} className="life-state exempt">
          免 {counts.exempt}
        </Link>
      )}
    </span>
  );
}
