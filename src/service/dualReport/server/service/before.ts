import type { DecisionRequest } from '#kernel/permission/server/above.ts';
import { refuse } from '#platform/server/errors.ts';
import { PAIR, REPORT } from '#service/dualReport/rules.ts';
import { pairSubject, reportSubject } from '../todos.ts';

/** What everybody reads who comes after the one that won. */
export const HANDLED = '已被处理，请刷新后再看';

/** A report as the community decides it: never whoever filed it, never the person. */
export const reportDecisionRequest = (row: {
  id: string;
  status: number;
  memberId: string;
  askedBy: string | null;
}): DecisionRequest => ({
  todo: reportSubject(row.id),
  isOpen: row.status === REPORT.waiting,
  handled: () => refuse(HANDLED),
  askedBy: row.askedBy,
  about: { memberId: row.memberId, refusal: '不能审核本人的报到' },
  ownRefusal: '登记人不能审核自己登记的报到',
  superior: true,
  deciderName: '',
  right: 'sbd:audit',
  verb: '审核',
});

/** A report of an organisation as the community decides it: never whoever filed it. */
export const pairDecisionRequest = (row: { id: string; status: number; askedBy: string | null }): DecisionRequest => ({
  todo: pairSubject(row.id),
  isOpen: row.status === PAIR.waiting,
  handled: () => refuse(HANDLED),
  askedBy: row.askedBy,
  ownRefusal: '登记人不能审核自己登记的报到',
  superior: true,
  deciderName: '',
  right: 'sbd:audit',
  verb: '审核',
});
