import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#platform/server/database/scope.ts';
import type { KeptSums } from '#platform/server/sums/keptSums.ts';

/** Members in good standing of subtrees by the day on which their records were entered; kept by triggers. */
export const MEMBER_ROLL: KeptSums = { table: 'member_roll', keys: ['entered_on'], sums: ['n'], lock: 7_020_017 };

/**
 * The roll of an organisation's subtree, exact at this moment: a query of `entered_on, n`; several rows of one day are to be added up.
 * @param scope of a worker: its beginning is the organisation's code
 */
export const rollOf = ({ from, to }: Scope): RawBuilder<unknown> => sql`
  select entered_on, n from member_roll where org_code = ${from}
  union all
  select entered_on, n from member_roll_delta where org_code >= ${from} collate "C" and org_code < ${to} collate "C"`;
