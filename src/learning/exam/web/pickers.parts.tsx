import { KINDS, type Kind, keyWords, LETTERS, PHASES, pointsText, STATES } from '../rules.ts';
import { Stem } from './Stem.tsx';
import './exam.css';

export const kindName = (kind: number) => KINDS[kind as Kind] ?? '';
/** Half points as people read them. */
export const pts = (half: number | null) => (half === null ? '' : `${pointsText(half)}分`);

const TONES = { 0: 'tag', 1: 'tag ok', 2: 'tag' } as const;

/** How an exam stands: draft, withdrawn, or by the clock. */
export function ExamTag({ row }: { row: { state: number; phase: number; resultsAt: string | null } }) {
  if (row.state !== 1) return <span className="tag">{STATES[row.state as keyof typeof STATES]}</span>;
  const phase = row.phase as keyof typeof PHASES;
  return (
    <span className="exam-tags">
      <span className={TONES[phase]}>{PHASES[phase]}</span>
      {row.resultsAt && <span className="tag gold">已公布成绩</span>}
    </span>
  );
}

/** A question as it is read at a desk: stem, options with the right ones marked, key, explanation. */
export function QuestionText({
  of,
  withKey = true,
}: {
  of: {
    kind: number;
    stem: string;
    rich?: string;
    options: readonly string[];
    key: readonly string[];
    explanation?: string;
  };
  withKey?: boolean;
}) {
  return (
    <div className="exam-question">
      <Stem of={{ stem: of.stem, rich: of.rich ?? '' }} className="exam-stem" />
      {of.options.length > 0 && (
        <ol className="exam-options">
          {of.options.map((option, at) => (
            <li key={option} className={withKey && of.key.includes(String(at)) ? 'right' : undefined}>
              <b>{LETTERS[at]}.</b> {option}
            </li>
          ))}
        </ol>
      )}
      {withKey && (
        <p className="exam-key">
          <b>答案</b> {keyWords({ kind: of.kind as Kind, key: of.key })}
        </p>
      )}
      {withKey && of.explanation && (
        <p className="exam-key">
          <b>解析</b> {of.explanation}
        </p>
      )}
    </div>
  );
}

/** 题型 above a list of questions; empty: all. */
export function KindSelect({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  return (
    <span className="field-box">
      <select aria-label="题型" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">全部题型</option>
        {Object.entries(KINDS).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
