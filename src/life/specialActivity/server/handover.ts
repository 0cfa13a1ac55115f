import { belowParts, countGiven, moveGiven } from '#house/server/givenWork.ts';
import { announceBelonging, type Belonging, followRows } from '#people/org/server/belongings.ts';
import type { Ctx } from '#platform/server/context.ts';
import { moveFiles } from '#platform/server/files/files.ts';
import { closeTodos, moveTodos } from '#platform/server/inbox/todos.ts';
import { kindOf } from '#platform/server/noun/uploads.ts';
import { activity } from '../nouns/activity.ts';
import * as queries from './queries/handover.ts';
import { stopMaterials } from './queries/materials.ts';
import { syncTodos } from './queries/todos.ts';
import { ACTIVITY_FILES, HAND_IN_FILES } from './service/common.ts';
import { decideSubject, partSubject } from './todos.ts';

const ACTIVITIES = { given: 'special_activity', running: 'published' } as const;

/**
 * Announces what of special activities belongs to an organisation. Its parts go to the one that takes over, with what was handed in;
 * where that one takes part itself, what is open of them stops. Activities that it started go as well: materials then wait there.
 * Certificates stay with whoever got them.
 */
export function announceHandover(): void {
  announceBelonging(ofParts('specialPart', '参加的进行中的专项活动', true));
  announceBelonging(ofParts('specialPartOver', '参加过的专项活动', false));
  announceBelonging(ofActivities('specialRunning', '组织的进行中的专项活动', true));
  announceBelonging(ofActivities('specialKept', '组织过的专项活动和草稿', false));
}

const ofParts = (subject: string, noun: string, isRunning: boolean): Belonging => ({
  subject,
  noun,
  measure: '项',
  waits: isRunning,
  count: (db, orgIds) => queries.partsOf(db, orgIds, isRunning),
  twins: (db, fromId, others) => queries.countTwinParts(db, fromId, others, isRunning),
  ...(isRunning && {
    alters: [
      { table: 'special_material', columns: ['state'], whose: belowParts('part_id', 'special_part') },
      { table: 'special_hand_in', columns: ['decision'], whose: queries.handInsOfOrgs },
    ],
    async woken(ctx, ids) {
      const activityIds = await queries.activitiesOfMaterials(ctx.db, ids.get('special_material') ?? []);
      for (const activityId of activityIds) await syncTodos(ctx.db, activityId);
    },
  }),
  async move(ctx, from, to, ids, reason) {
    const went = await queries.moveParts(ctx.db, from.id, to, ids ? { ids } : { isRunning });
    const partIds = await followRows(ctx, { from, to, reason }, went, 'specialMaterial', (id) => [partSubject(id)]);
    await moveFiles(ctx.db, [HAND_IN_FILES], await queries.handInIdsOf(ctx.db, partIds), to.code);
    if (isRunning && ids === null) await stopRest(ctx, from.id);
    for (const activityId of new Set(went.map((one) => one.activityId))) await syncTodos(ctx.db, activityId);
    return partIds;
  },
});

/** What could not go: the organisation that takes over takes part already. */
async function stopRest(ctx: Ctx, orgId: string): Promise<void> {
  for (const activityId of await queries.activitiesUnderWay(ctx.db, orgId)) {
    const stopped = await stopMaterials(ctx.db, activityId, orgId);
    await closeTodos(ctx.db, stopped.map(decideSubject));
    await syncTodos(ctx.db, activityId);
  }
}

const ofActivities = (subject: string, noun: string, isRunning: boolean): Belonging => ({
  subject,
  noun,
  measure: '项',
  waits: isRunning,
  count: (db, orgIds) => countGiven(db, ACTIVITIES, orgIds, isRunning),
  async move(ctx, from, to, ids, reason) {
    const went = await moveGiven(ctx.db, ACTIVITIES, from.id, to, ids ? { ids } : { isOpen: isRunning });
    const activityIds = await followRows(ctx, { from, to, reason }, went, 'specialActivity');
    const waiting = await queries.moveDeciders(ctx.db, from.id, to.id, activityIds);
    await moveFiles(ctx.db, [ACTIVITY_FILES, kindOf(activity)], activityIds, to.code);
    await moveTodos(ctx.db, from.id, to, waiting.map(decideSubject));
    for (const id of activityIds) await syncTodos(ctx.db, id);
    return activityIds;
  },
});
