import { APPOINTED, PHASES, type Phase } from '../../rules.office.ts';

const TONES: Partial<Record<Phase, string>> = { overdue: 'bad', month1: 'warn', month3: 'warn', month6: 'warn' };

/** How near the next election is, as a tag; what needs an act stands out. */
export function PhaseTag({ phase }: { phase: Phase }) {
  return <span className={`tag ${TONES[phase] ?? ''}`}>{PHASES[phase]}</span>;
}

/** 五年 of a term, or that there is none. */
export const yearsText = ({ years, method }: { years: number | null; method: string }) =>
  years === null ? (method === APPOINTED ? '任命，无任期' : '—') : `${years}年`;
