import type { Facts, FormField } from '#kernel/workflow/contract.definition.ts';
import { MATTER } from '#kernel/workflow/contract.matter.ts';
import type { Ctx } from '#platform/server/context.ts';

/** What the working page shows of a subject. */
export interface SubjectView {
  /** What the form says, in words. */
  lines: { label: string; value: string }[];
  text: string;
  /** Stored files whose kind and row the subject's module answers for. */
  files: readonly string[];
  /** Rules that the subject was checked against, with where each is written. */
  checks: { ok: boolean; title: string; detail: string; basis: string }[];
}

/** A kind of matters that run on approval processes. */
export interface Subject {
  /** Chinese, as lists show it: 事项审批. */
  label: string;
  /** What the conditions of its processes may ask. */
  fields: readonly FormField[];
  /** Its own page; empty where the working page shows everything. */
  url(subjectId: string): string;
  /** Where its initiator fixes it; left out: the engine's own page, for which initiators need the right to use it. */
  resubmitUrl?(subjectId: string): string;
  view(ctx: Ctx, subjectId: string): Promise<SubjectView>;
  /** Called once, in the transaction of the last decision or of the withdrawal. */
  onEnd(ctx: Ctx, subjectId: string, outcome: 'approved' | 'rejected' | 'withdrawn'): Promise<void>;
}

const known = new Map<string, Subject>();

/** A module says once what of it runs on approval processes; the engine knows no module. */
export function workflowSubject(kind: string, subject: Subject): void {
  known.set(kind, subject);
}

export const subjectOf = (kind: string): Subject | undefined => known.get(kind);
/** Every kind that was announced: 事项审批, which fits whatever has no kind of its own, then the others in their order. */
export const subjectKinds = (): [kind: string, subject: Subject][] =>
  [...known].sort(([one], [other]) => Number(other === MATTER) - Number(one === MATTER));

/** What every kind's conditions may ask besides: where the initiator works. */
const PLACE_FIELDS: readonly FormField[] = [
  { key: 'orgType', label: '发起组织类别', kind: 'orgType' },
  { key: 'orgLevel', label: '发起组织层级', kind: 'number' },
];

export const fieldsOf = (subject: Subject | undefined): readonly FormField[] => [
  ...(subject?.fields ?? []),
  ...PLACE_FIELDS,
];

/** The facts about a place: its type (dictionary 0001), and its level in the tree, 1 for the root. */
export const placeFacts = (org: { orgType: number; orgCode: string }) => ({
  orgType: String(org.orgType),
  orgLevel: org.orgCode.length / 4,
});

/** The place out of a matter's facts: that of its raising. */
export const placeOf = (facts: Facts): Facts =>
  Object.fromEntries(PLACE_FIELDS.map(({ key }) => [key, facts[key] ?? null]));

/** Facts by every field of a kind: as given, missing ones from the place or as null; others are left out. */
export function factsOf(subject: Subject, given: Facts, place: Facts): Record<string, number | string | null> {
  return Object.fromEntries(fieldsOf(subject).map(({ key }) => [key, given[key] ?? place[key] ?? null]));
}
