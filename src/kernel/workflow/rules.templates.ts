import type { ApproverStep, Definition, Place } from './contract.definition.ts';

/** A process to begin with, for a kind of matters. */
export interface Template {
  name: string;
  /** What it is, in one sentence. */
  about: string;
  definition: Definition;
}

/** The role of those who work for organisations. */
const WORKER = 3;
const reader = (id: string, name: string, place: Place): ApproverStep => ({
  kind: 'approver',
  id,
  name,
  who: { kind: 'role', roleId: WORKER, place },
  mode: 'any',
  timeout: { hours: 48, act: 'remind', to: null },
});

/** 三审三校: three readings by three people, the last one two levels above. */
const THREE_READINGS: Template = {
  name: '三审三校',
  about: '初审、复审、终审由三个人依次审核校对，同一人不能审两次',
  definition: {
    steps: [reader('n1', '初审', 'own'), reader('n2', '复审', 'superior'), reader('n3', '终审', 2)],
    sameSigner: false,
  },
};

/** What the designer offers for a kind of matters; nothing for most. */
export const templatesOf = (kind: string): readonly Template[] => (kind === 'archive' ? [THREE_READINGS] : []);
