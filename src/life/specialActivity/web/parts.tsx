import { DaysLeft, StandingTags } from '#house/web/given/parts.tsx';
import { beijingDay } from '#platform/time/days.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import type { MaterialRow } from '../contract.read.ts';
import {
  KINDS,
  type Kind,
  PART_STANDINGS,
  type PartStanding,
  STANDINGS,
  STATES,
  type Standing,
  type State,
} from '../rules.ts';
import './special.css';

export const KIND_OPTIONS = optionsOf(KINDS);

const STATE_TONES: Readonly<Record<State, string>> = {
  draft: 'tag',
  published: 'tag info',
  ended: 'tag ok',
  withdrawn: 'tag',
};
/** How an activity stands; one that has not begun is said so. */
export function ActivityTag({ of }: { of: { state: State; startsOn: string } }) {
  const isComing = of.state === 'published' && of.startsOn > beijingDay();
  return <span className={STATE_TONES[of.state]}>{isComing ? '未开始' : STATES[of.state]}</span>;
}

const TONES: Readonly<Record<Standing, string>> = {
  done: 'tag ok',
  doneLate: 'tag warn',
  asked: 'tag info',
  late: 'tag bad',
  open: 'tag',
  void: 'tag',
};
/** How a material stands: returned is said beside it, never by colour alone. */
export const MaterialTag = ({ standing, isReturned = false }: { standing: Standing; isReturned?: boolean }) => (
  <StandingTags tone={TONES[standing]} words={STANDINGS[standing]} isReturned={isReturned} />
);

const PART_TONES: Readonly<Record<PartStanding, string>> = {
  finished: 'tag ok',
  waiting: 'tag info',
  late: 'tag bad',
  lacking: 'tag',
};
export const PartTag = ({ standing }: { standing: PartStanding }) => (
  <span className={PART_TONES[standing]}>{PART_STANDINGS[standing]}</span>
);

/** A day with how far it is, for what is still to be handed in. */
export function Due({ row }: { row: Pick<MaterialRow, 'state' | 'dueOn' | 'daysLeft'> }) {
  if (row.state !== 'open' && row.state !== 'returned') return row.dueOn;
  const { daysLeft } = row;
  return (
    <>
      <DaysLeft days={daysLeft} />
      <span className="muted">（{row.dueOn}）</span>
    </>
  );
}

/** The poster of an activity; its kind where it has none. */
export const Poster = ({ poster, kind }: { poster: string; kind: Kind }) => (
  <span className="special-poster" aria-hidden="true">
    {poster ? <StoredImage fileKey={`${poster}-z`} alt="" /> : <span className="serif">{KINDS[kind]}</span>}
  </span>
);
