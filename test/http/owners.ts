import type { TargetKind } from '#platform/contract.ts';
import type { Principal } from '../support/fixture.ts';

/** One row of each kind that belongs to an account, for some principals: kind → principal → id. */
export type OwnRows = Partial<Record<TargetKind | 'deletedNotice', Partial<Record<Principal, string>>>>;

/** Whose rows are made. */
export const OWNERS = ['admin', 'cityWorker', 'committeeWorker', 'branchWorker', 'member'] as const;
