import { PHASES, STEPS } from '../../rules/steps.ts';
import type { ListName } from '../paths.ts';

const between = (from: number, to: number): readonly number[] =>
  STEPS.map(({ no }) => no).filter((no) => no >= from && no <= to);

/** The steps during which somebody is of a stage: the last one makes the next stage of it. */
export const STEPS_OF: Readonly<Record<ListName, readonly number[]>> = {
  applicant: between(1, 3),
  activist: between(4, 8),
  developmentTarget: between(9, 17),
  probationary: between(18, 25),
};

/** The five phases with their steps. */
export const PHASE_STEPS = PHASES.map((title, at) => ({
  title,
  phase: at + 1,
  steps: STEPS.filter(({ phase }) => phase === at + 1),
}));
