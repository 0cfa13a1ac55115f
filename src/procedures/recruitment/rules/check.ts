import type { RuleVersion } from './days.ts';
import type { Named, Path } from './path.ts';
import { stepName } from './steps.ts';

export type Level = 'block' | 'warn';

export interface Said {
  ok: boolean;
  evidence: string;
  earliest?: string;
  /** Where it is fixed, where that is another step. */
  no?: number;
  /** It is kept so far, and what it asks for has not been done yet. */
  open?: true;
}

export interface Check {
  code: string;
  title: string;
  level: Level;
  /** Steps at which it is asked. */
  at: readonly number[];
  /** Article of the 细则 of 2026. */
  article: string;
  /** The article was not read in its official wording (domain reference 10). */
  unread?: true;
  /** Only by this version. */
  only?: RuleVersion;
  /** Null: nothing to be said yet. */
  say(path: Path, no: number): Said | null;
}

export const peopleOfFact = (path: Path, no: number, name: string): readonly Named[] => {
  const value = path.steps[no]?.facts[name];
  return Array.isArray(value) ? value : [];
};
export const textOfFact = (path: Path, no: number, name: string) => String(path.steps[no]?.facts[name] ?? '');
export const wholeOfFact = (path: Path, no: number, name: string) => Number(path.steps[no]?.facts[name] ?? 0);
export const joinNames = (list: readonly Named[]) => list.map(({ name }) => name).join('、') || '无';
export const missingDay = (no: number): Said => ({ ok: false, evidence: `${stepName(no)}还没有日期，请先补录`, no });

/** What is kept so far is open while nothing of it has been done. */
export const openIf = (isOpen: boolean): { open?: true } => (isOpen ? { open: true } : {});
