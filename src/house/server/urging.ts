import { type RawBuilder, sql } from 'kysely';
import { type Refusal, refuse } from '#platform/server/errors.ts';
import { URGE_HOURS, urgedRecently } from '../urging.ts';

/** Whether something was urged within the hours that must pass. @param at the column of when it was urged last; empty: never */
export const isUrged = (at: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${at} > now() - make_interval(hours => ${URGE_HOURS}), false)`;

/**
 * What whoever presses reads where nobody is left to be urged.
 * @param last when those who would be were urged last; null: nobody is behind
 * @param none what is read then
 */
export const nobodyToUrge = (last: Date | null, none: string): Refusal => refuse(last ? urgedRecently(last) : none);
