import { announceBelonging, type Belonging, followRows } from '#people/org/server/belongings.ts';
import * as queries from './queries/handover.ts';
import { pairSubject, reportSubject } from './todos.ts';

/**
 * Announces what of 双报到 belongs to a community: with a merger or a dissolution whoever takes over receives what waits there,
 * and has the members who have reported; organisations' reports go along at both ends.
 */
export function announceHandover(): void {
  announceBelonging(reports('sbdWaiting', '待审核的党员报到', true));
  announceBelonging(reports('sbdReported', '已报到的党员', false));
  announceBelonging(pairs('sbdPairTo', '接收的组织报到', 'community_id'));
  announceBelonging(pairs('sbdPairFrom', '到社区的组织报到', 'org_id'));
}

const reports = (subject: string, noun: string, waits: boolean): Belonging => ({
  subject,
  noun,
  measure: waits ? '件' : '名',
  waits,
  lasts: !waits,
  count: (db, orgIds) => queries.reportsAt(db, orgIds, waits ? 0 : 1),
  async move(ctx, from, to, ids, reason) {
    const went = await queries.moveReports(ctx.db, from.id, to, ids ? { ids } : { status: waits ? 0 : 1 });
    return followRows(ctx, { from, to, reason }, went, 'sbdReport', (id) => [reportSubject(id)]);
  },
});

/** Organisations' reports that wait or live, at one end; where the successor has one to the same community already, that one stays. */
const pairs = (subject: string, noun: string, end: 'community_id' | 'org_id'): Belonging => ({
  subject,
  noun,
  measure: '件',
  waits: true,
  lasts: true,
  count: (db, orgIds) => queries.pairsAt(db, orgIds, end),
  twins: (db, fromId, others) => queries.twinPairs(db, end, fromId, others),
  alters: [{ table: 'sbd_pair', columns: ['status', 'end_note', 'ended_on'], whose: queries.atEnd(end) }],
  async move(ctx, from, to, ids, reason) {
    const went = await queries.movePairs(ctx.db, end, from.id, to, ids, `${from.name}已由${to.name}承接`);
    return followRows(
      ctx,
      { from, to, reason },
      went,
      'sbdPair',
      (id) => [pairSubject(id)],
      end === 'org_id' ? 'homeName' : 'orgName',
    );
  },
});
