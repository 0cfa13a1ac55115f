import { announceBelonging, type Belonging, followRows } from '#people/org/server/belongings.ts';
import { feedbackAt, moveFeedback } from './queries/feedback.ts';
import { keepFeedbackTodos } from './queries/feedbackDraft.ts';
import * as queries from './queries/handover.ts';
import {
  hoursSubject,
  needSubject,
  objectionSubject,
  pairSubject,
  receiptSubject,
  signupSubject,
  talkSubject,
} from './todos.ts';

/**
 * Announces what of volunteering belongs to an organisation: its activities go with everybody at them to the one that takes over,
 * which runs those to come and answers what waits; pairs that wait or run go along at both ends.
 */
export function announceHandover(): void {
  announceBelonging(activities('serviceOpen', '没办结的志愿活动', true));
  announceBelonging(activities('serviceDone', '办过的志愿活动', false));
  announceBelonging(needs('serviceNeedOpen', '没办结的居民需求', true));
  announceBelonging(needs('serviceNeedDone', '办过的居民需求', false));
  announceBelonging({
    subject: 'serviceQuarter',
    noun: '小区',
    measure: '个',
    waits: false,
    lasts: true,
    count: (db, orgIds) => queries.quartersAt(db, orgIds),
    async move(ctx, from, to, ids, reason) {
      const went = await queries.moveQuarters(ctx.db, from.id, to, ids);
      return followRows(ctx, { from, to, reason }, went, 'serviceQuarter', () => []);
    },
  });
  announceBelonging({
    subject: 'serviceCall',
    noun: '应急召集',
    measure: '次',
    waits: false,
    lasts: true,
    count: (db, orgIds) => queries.callsAt(db, orgIds),
    async move(ctx, from, to, ids, reason) {
      const went = await queries.moveCalls(ctx.db, from.id, to, ids);
      return followRows(ctx, { from, to, reason }, went, 'serviceCall', () => []);
    },
  });
  announceBelonging(feedback('serviceFeedbackIn', '开出的反馈单', 'org_id'));
  announceBelonging(feedback('serviceFeedbackOut', '收到的反馈单', 'unit_id'));
  announceBelonging(pairs('servicePairFrom', '提出的结对', 'org_id'));
  announceBelonging(pairs('servicePairTo', '接受的结对', 'other_id'));
}

const activities = (subject: string, noun: string, isOpen: boolean): Belonging => ({
  subject,
  noun,
  measure: '个',
  waits: isOpen,
  count: (db, orgIds) => queries.activitiesAt(db, orgIds, isOpen),
  async move(ctx, from, to, ids, reason) {
    const went = await queries.moveActivities(ctx.db, from.id, to, ids ? { ids } : { isOpen });
    const objections = await queries.objectionsAt(
      ctx.db,
      went.map(({ id }) => id),
    );
    return followRows(ctx, { from, to, reason }, went, 'serviceActivity', (id) => [
      signupSubject(id),
      hoursSubject(id),
      ...(objections.get(id) ?? []).map(objectionSubject),
    ]);
  },
});

const needs = (subject: string, noun: string, isOpen: boolean): Belonging => ({
  subject,
  noun,
  measure: '件',
  waits: isOpen,
  count: (db, orgIds) => queries.needsAt(db, orgIds, isOpen),
  async move(ctx, from, to, ids, reason) {
    const went = await queries.moveNeeds(ctx.db, from.id, to, ids ? { ids } : { isOpen });
    return followRows(ctx, { from, to, reason }, went, 'serviceNeed', (id) => [needSubject(id), talkSubject(id)]);
  },
});

/** Slips at one end; what the successor has to sign is put before it at once. */
const feedback = (subject: string, noun: string, end: 'org_id' | 'unit_id'): Belonging => ({
  subject,
  noun,
  measure: '张',
  waits: false,
  lasts: true,
  count: (db, orgIds) => feedbackAt(db, orgIds, end),
  async move(ctx, from, to, ids, reason) {
    const went = await moveFeedback(ctx.db, end, from.id, to, ids);
    await keepFeedbackTodos(ctx.db);
    return followRows(ctx, { from, to, reason }, went, 'serviceFeedback', (id) =>
      end === 'unit_id' ? [receiptSubject(id)] : [],
    );
  },
});

/** Pairs that wait or run, at one end; where the successor has the same one already, that one stays. */
const pairs = (subject: string, noun: string, end: 'org_id' | 'other_id'): Belonging => ({
  subject,
  noun,
  measure: '对',
  waits: true,
  lasts: true,
  count: (db, orgIds) => queries.pairsAt(db, orgIds, end),
  twins: (db, fromId, others) => queries.twinPairs(db, end, fromId, others),
  alters: [{ table: 'service_pair', columns: ['state', 'end_note', 'ended_on'], whose: queries.atEnd(end) }],
  async move(ctx, from, to, ids, reason) {
    const went = await queries.movePairs(ctx.db, end, from.id, to, ids, `${from.name}已由${to.name}承接`);
    return followRows(ctx, { from, to, reason }, went, 'servicePair', (id) => [pairSubject(id)]);
  },
});
