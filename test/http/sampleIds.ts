import type { TargetKind } from '#platform/contract.ts';
import type { TestApp } from '../support/app.ts';
import type { OwnRows } from './owners.ts';

/** Ids that a sample may use where the call itself is not about them. */
export interface SampleIds {
  orgId: string;
  memberId: string;
  roleId?: number;
  /** Somebody else's account, and a user group, within reach. */
  accountId?: string | undefined;
  groupId?: string | undefined;
  /** A right password, encrypted anew for each call. */
  password?: string;
}

/** One good input for each call that needs any, by `METHOD path`. */
export type Samples = Readonly<Record<string, (ids: SampleIds) => Record<string, unknown>>>;

/** Kinds whose row of an organisation bears a number that follows from the organisation's. */
export type Placed = Readonly<Partial<Record<TargetKind, (orgId: string) => string>>>;

/** What a room says in `test/samples.ts` for the walks over all calls. */
export interface RoomSamples {
  samples?: Samples;
  placed?: Placed;
  /**
   * Kinds that workers alone see wherever they stand; what is published of them for whoever stands below, and what is somebody's own,
   * is asked in the tests of their rooms.
   */
  ofWorkers?: readonly TargetKind[];
  /** Kinds whose drafts are of the organisation that makes them alone. */
  ofItsMaker?: readonly TargetKind[];
  /** Kinds that concern the workers of the organisation that makes them and of all below it, and nobody above. */
  reachesDown?: readonly TargetKind[];
}

/** Makes the rows of a room by SQL, as they stand while nobody acts (`test/rows.ts`); what belongs to an account is noted in `rows`. */
export type MakeRows = (t: TestApp, rows: OwnRows) => Promise<void>;

/** A picture of one pixel. */
export const TINY_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
