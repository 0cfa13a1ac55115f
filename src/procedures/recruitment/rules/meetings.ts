import type { StepDef } from './steps.ts';

/** The step of the path that a meeting of each stage of the specification belongs to. */
export const STEP_OF_STAGE: Readonly<Record<number, number>> = {
  1: 3,
  2: 5,
  3: 7,
  4: 7,
  5: 9,
  6: 12,
  7: 15,
  8: 23,
  9: 23,
};

/** Stages at which the branch committee decides; in a branch without one its general meeting does, by vote. */
const OF_COMMITTEE: readonly number[] = [1, 4, 6];

/** Whether those with voting right vote one by one: the general meeting decides (细则第十九条、第三十三条). */
export const isVoted = (stage: number, hasCommittee: boolean): boolean =>
  stage === 7 || stage === 9 || (!hasCommittee && OF_COMMITTEE.includes(stage));

/**
 * From how many full members on a branch has a committee (《中国共产党支部工作条例（试行）》第十八条); with fewer it has
 * one where its leadership says so.
 */
export const COMMITTEE_FROM = 7;

const GENERAL: Readonly<Record<string, string>> = { 支部委员会: '支部大会', 支委会: '支部大会' };

/** A label as it reads in this branch: without 支委会 its general meeting stands there. */
export const labelForBranch = (words: string, hasCommittee: boolean): string =>
  hasCommittee ? words : words.replace(/支部委员会|支委会/g, (found) => GENERAL[found] ?? found);

/** A step with its labels as they read in this branch. */
export const stepInBranch = (def: StepDef, hasCommittee: boolean): StepDef =>
  hasCommittee
    ? def
    : {
        ...def,
        title: labelForBranch(def.title, false),
        dayLabel: labelForBranch(def.dayLabel, false),
        papers: def.papers.map((paper) => ({ ...paper, label: labelForBranch(paper.label, false) })),
      };
