import { toLocal } from '#platform/web/dateTime/clock.ts';
import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import { CLASS_STATES } from '../rules.school.ts';

const LOOKS: Readonly<Record<number, StateLook>> = { 0: 'over', 1: 'waiting', 2: 'partly', 3: 'good', 4: 'over' };

/** A class's state with its sign. */
export const ClassState = ({ state }: { state: number }) => (
  <StateTag look={LOOKS[state] ?? 'over'}>{CLASS_STATES[state as keyof typeof CLASS_STATES]}</StateTag>
);

export const daysOf = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }): string =>
  startsOn === endsOn ? startsOn : `${startsOn} 至 ${endsOn}`;

/** When a lesson is: a day with its hours. */
export const lessonTime = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): string =>
  `${toLocal(startsAt)}–${toLocal(endsAt).slice(11)}`;
