import type { RightGroup } from '#platform/acts/rights.ts';

/** Who holds it may do everything (specification, section 5). */
export const ALL = '*:*:*';

/** The three separated administrators (三员): one person may hold only one of them. */
export const SEPARATED = { system: 8, security: 9, audit: 10 } as const;
export const isSeparated = (roleId: number) => roleId >= SEPARATED.system && roleId <= SEPARATED.audit;

/** Roles that a deployment adds have ids from here on. */
export const FIRST_ADDED_ROLE = 100;

/** Whether a role was added for work like a party worker's: whatever waits for the workers of its organisation waits for it too. */
export const likeWorker = ({ roleId, base }: { roleId: number; base: 'subtree' | 'own' }) =>
  base === 'subtree' && roleId >= FIRST_ADDED_ROLE;

const OTHERS = '其他';

/** The Chinese name of the group that a right belongs to. @param groups of all rooms */
export function groupOf(groups: readonly RightGroup[], key: string): string {
  const start = key.slice(0, key.indexOf(':'));
  return groups.find(({ starts }) => starts.includes(start))?.group ?? OTHERS;
}

/** Rights by their groups, in the order of the groups and then as given; groups without a right are left out. */
export function groupRights<T extends { key: string }>(
  groups: readonly RightGroup[],
  rights: readonly T[],
): { group: string; rights: T[] }[] {
  const names = new Set(groups.toSorted((a, b) => a.order - b.order).map(({ group }) => group));
  return [...names, OTHERS]
    .map((group) => ({ group, rights: rights.filter(({ key }) => groupOf(groups, key) === group) }))
    .filter(({ rights: some }) => some.length > 0);
}

/** What is set for one person: more than the role gives, less, or nothing. */
export type Own = 'given' | 'taken' | null;

/** What decides about one right of one grant. */
export interface RightState {
  /** The role or a group gives it. */
  shared: boolean;
  own: Own;
  /** An organisation at or above the grant's place does not let it be used. */
  limited: boolean;
}

/** Whether the right may be used: (role + groups + own additions - own withdrawals), less the organisations' limits. */
export const isEffective = ({ shared, own, limited }: RightState): boolean =>
  (shared || own === 'given') && own !== 'taken' && !limited;

/** What must be set for the person so that the right is on or off: nothing where the role or a group does it. */
export const ownOverride = (on: boolean, shared: boolean): Own => (on === shared ? null : on ? 'given' : 'taken');
