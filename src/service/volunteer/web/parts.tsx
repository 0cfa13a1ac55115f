import { useDict } from '#kernel/dictionary/web/pickers.ts';
import { POSTS } from '#service/dualReport/rules.ts';
import { PHASES, type Phase } from '../rules.ts';
import '#platform/web/field/matter.css';
import './volunteer.css';

const PHASE_TONES: Readonly<Record<Phase, string>> = {
  draft: 'tag',
  open: 'tag ok',
  closed: 'tag info',
  running: 'tag red',
  over: 'tag warn',
  finished: 'tag',
  cancelled: 'tag',
};
export const PhaseTag = ({ phase }: { phase: string }) => (
  <span className={PHASE_TONES[phase as Phase] ?? 'tag'}>{PHASES[phase as Phase] ?? phase}</span>
);

const TONES: Readonly<Record<string, string>> = {
  待审: 'tag red',
  候补: 'tag info',
  缺席: 'tag warn',
  申诉待审: 'tag red',
  已通过: 'tag ok',
  已认定: 'tag ok',
  未通过: 'tag warn',
  退回: 'tag warn',
  不认定: 'tag warn',
};
export const StateTag = ({ name, late = false }: { name: string; late?: boolean }) => (
  <>
    {name && <span className={TONES[name] ?? 'tag'}>{name}</span>}
    {late && <span className="tag bad">超期</span>}
  </>
);

/** A period in words: the day once where both ends are on it. */
export const periodText = (from: string, to: string): string =>
  from.slice(0, 10) === to.slice(0, 10) ? `${from}至${to.slice(11)}` : `${from}至${to}`;

/** The choices of 服务岗位. */
export const usePosts = () => useDict(POSTS)[POSTS];

/** Stars as signs, with the words for who does not see them. */
export const Stars = ({ stars, name }: { stars: number; name: string }) =>
  stars === 0 ? (
    <span className="muted">未评星</span>
  ) : (
    <span className="service-stars" role="img" aria-label={name} title={name}>
      {'★'.repeat(stars)}
    </span>
  );
