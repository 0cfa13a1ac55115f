import { type RawBuilder, sql } from 'kysely';
import { type Refusal, refuse } from '#platform/server/errors.ts';
import { URGE_HOURS, urgedRecently } from '../urging.ts';

/** Whether something was urged within the hours that must pass. @param at the column of when it was urged last; empty: never */
export const isUrged = (at: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${at} > now() - make_interval(hours => ${URGE_HOURS}), false)`;

/**
 * The refusal for a press on 催办 when there is nobody left to urge.
 * @param last when those who are behind were last urged; null: nobody is behind
 * @param none the sentence when nobody is behind
 */
export const refuseNobodyToUrge = (last: Date | null, none: string): Refusal =>
  refuse(last ? urgedRecently(last) : none);
