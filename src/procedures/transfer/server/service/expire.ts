import { ROLE } from '#kernel/session/contract.ts';
import type { Db } from '#platform/server/database/db.ts';
import { openTodo } from '#platform/server/inbox/todos.ts';
import { draftOutflows } from '#procedures/floating/server/unregistered.ts';
import { expireTransfers, lettersWithoutReceipt } from '../queries/expire.ts';
import { listKeptEnding } from '../queries/graduates.ts';
import { deskOf } from '../queries/places.ts';
import { ABSENCES_BY_PROOF } from '../queries/proof.ts';
import { expiredSubject, keptSubject, MODULE, OUT_PATH, receiptSubject, workPath } from '../todos.ts';

/**
 * A letter whose last valid day is over while the transfer is still under way: 已超期, with its line in the history, and the
 * committee that issued it is asked to issue another one. Run again it finds what is left.
 */
export async function expireLetters(db: Db): Promise<void> {
  const rows = await expireTransfers(db);
  for (const { id, name, orgId, orgCode } of rows) {
    await openTodo(db, {
      roleId: ROLE.worker,
      orgId,
      orgCode,
      accountId: null,
      module: MODULE,
      title: `${name}的介绍信已过期`,
      detail: '凭党支部证明补开，或撤销转接',
      act: '补开',
      jumpUrl: workPath(id),
      dueOn: null,
      subject: expiredSubject(id),
    });
  }
}

/** The committee whose letter went outside a month ago without a receipt is told to ask for it. Run again it asks nobody twice. */
export async function urgeReceipts(db: Db): Promise<void> {
  const rows = await lettersWithoutReceipt(db);
  for (const { id, name, outside, orgId, orgCode } of rows) {
    await openTodo(db, {
      roleId: ROLE.worker,
      orgId,
      orgCode,
      accountId: null,
      module: MODULE,
      title: `${name}转出满一个月，没有收到回执`,
      detail: `请与${outside}核实是否接收，收到后登记回执`,
      act: '核实',
      jumpUrl: workPath(id),
      dueOn: null,
      subject: receiptSubject(id),
    });
  }
}

/** Days before the two years of a graduate without a place are over: their branch is asked then. */
const KEPT_NOTICE_DAYS = 30;

/** Graduates whom the school has kept for nearly two years: their branch is asked to transfer them. Run again it asks nobody twice. */
export async function remindKeptGraduates(db: Db): Promise<void> {
  for (const { memberId, name, orgId, orgCode, until } of await listKeptEnding(db, KEPT_NOTICE_DAYS)) {
    const desk = await deskOf(db, orgCode);
    await openTodo(db, {
      roleId: ROLE.worker,
      orgId: desk?.id ?? orgId,
      orgCode: desk?.code ?? orgCode,
      accountId: null,
      module: MODULE,
      title: `${name}毕业后组织关系保留将满两年`,
      detail: '请联系本人落实去向，办理转出',
      act: '办理转出',
      jumpUrl: OUT_PATH,
      dueOn: until,
      subject: keptSubject(memberId),
    });
  }
}

/** Whoever is away by one 党员证明信 after another for six months is floating: the draft of it lies ready at the branch. */
export const draftOutflowsByProof = (db: Db): Promise<void> => draftOutflows(db, ABSENCES_BY_PROOF);
