import { dictionaryNames } from '#kernel/dictionary/server/names.ts';
import { lockAccountOfMember } from '#kernel/permission/server/index.ts';
import { accountObstacle, givableRights } from '#kernel/permission/server/service/account.ts';
import { disableOfMember, enableOfMember } from '#kernel/permission/server/service/accountState.ts';
import { personProblems } from '#people/member/rules/checks.ts';
import type { ParsedOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { errorCode } from '#platform/server/database/db.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { addDeltas } from '#platform/server/sums/counters.ts';
import type * as contract from '../../contract.duplicates.ts';
import { PERSON_FIELDS } from '../../rules/fields.ts';
import { mergedStatusFault } from '../../rules/procedure.ts';
import type { Person } from '../../rules.ts';
import { afterParting, prepareMerge } from '../merged.ts';
import { changesOf, deltasOf, personOf } from '../person.ts';
import { decide, type PairRecord } from '../queries/duplicates.ts';
import * as queries from '../queries/merge.ts';
import { deleteMember, findCountedOn, orgName, updateMember } from '../queries/record.ts';
import { lockLivingOrg, restoreMember } from '../queries/recycle.ts';
import { encryptIdCard, encryptPhone, idCardPlace, nameColumns, plainColumns } from '../rowMapper.ts';
import { endWaitingOf } from '../waiting.ts';
import { refuseAccountChange } from './opening.ts';
import { pairOf } from './pair.ts';
import { valuesPlace } from './selfEdit.ts';

/** Both people of a pair, locked; 404 where one is out of the scope or erased by now. */
async function lockPair(ctx: Ctx, pair: PairRecord) {
  const both = await queries.lockBoth(ctx.db, ctx.scope, [pair.a.id, pair.b.id]);
  const [a, b] = [both.get(pair.a.id), both.get(pair.b.id)];
  if (!a || !b) throw notFound('其中一份信息已被彻底删除');
  return { a, b, both };
}

/** What moves and is encrypted to the person. */
const BOUND = [
  { table: 'former_id_card', column: 'id_card_enc', place: idCardPlace },
  { table: 'self_edit', column: 'values_enc', place: valuesPlace },
];

/** The kept person with the chosen fields of the other. */
function joined(kept: Person, other: Person, wires: readonly string[]): Person {
  const taken = PERSON_FIELDS.filter(({ wire }) => wires.includes(wire)).map(({ field }) => [field, other[field]]);
  return { ...kept, ...Object.fromEntries(taken) };
}

/**
 * Makes one record of two: the chosen fields go into the kept one, whatever names the other one (`people` of the tables of all rooms) names the
 * kept one, and the other goes into the recycle bin as merged. One transaction; a snapshot of both is kept for the undoing.
 * @throws body code 600 at a chosen field that cannot stand beside the others, 409 where a record was changed since the comparison
 */
export async function mergePair(ctx: Ctx, input: ParsedOf<typeof contract.mergePair>) {
  const known = new Set([...PERSON_FIELDS.map(({ wire }) => wire), 'photo']);
  if (input.fields.some((wire) => !known.has(wire))) throw badInput({ fields: '所选的信息项不存在' });
  const pair = await pairOf(ctx, input.id, true);
  if (pair.state === 'merged') throw refuse('这两份信息已经合并');
  if (pair.state === 'different') throw refuse('已认定不是同一人，如需合并，请先收回这一认定');
  const { a, b } = await lockPair(ctx, pair);
  if (a.version !== input.versionA || b.version !== input.versionB) {
    const changed = a.version !== input.versionA ? a : b;
    throw conflict(`${changed.name}的信息已被${changed.updated_by || '他人'}修改，请重新对照后再合并`, {
      current: { updateName: changed.updated_by, updateDate: changed.updated_at.toISOString() },
    });
  }
  const [kept, dropped] = input.keep === 'a' ? [a, b] : [b, a];
  if (kept.deleted_at !== null) throw badInput({ keep: '这一份在回收站中，请保留另一份，或先恢复它' });

  const [was, other] = [personOf(kept, ctx.vault), personOf(dropped, ctx.vault)];
  const after = joined(was, other, input.fields);
  const faults: Record<string, string> = {};
  for (const problem of personProblems(after, kept.today)) {
    if (problem.impossible && problem.with.some((field) => was[field] !== after[field])) {
      faults[problem.field] ??= problem.text;
    }
  }
  const status = mergedStatusFault(was.membershipStatus, other.membershipStatus, after.membershipStatus);
  if (status) faults.membershipStatus = status;
  if (Object.keys(faults).length > 0) throw badInput(faults);

  // Whoever merges must be able to act upon the account by themselves, wherever it goes.
  const account = await lockAccountOfMember(ctx.db, ctx.scope, givableRights(ctx), dropped.id);
  const obstacle = account && accountObstacle(ctx, account);
  if (obstacle) throw refuse(`${dropped.name}有登录账号：${obstacle}`);

  await refuseAccountChange(ctx, kept.id, was, after);

  const names = await dictionaryNames(ctx.services);
  const home = await orgName(ctx.db, kept.org_id);
  const by = ctx.session.accountName;
  const mergeId = await queries.insertMerge(ctx.db, {
    pairId: pair.id,
    keptId: kept.id,
    droppedId: dropped.id,
    reason: input.reason,
    by,
  });
  // The id card is free before the kept record may take it.
  const stood = dropped.deleted_at === null;
  if (stood) await deleteMember(ctx.db, dropped.id, by, `已合并到${home}的${kept.name}：${input.reason}`);
  const photo = input.fields.includes('photo') ? dropped.photo : kept.photo;
  const changes = changesOf(was, after, names);
  if (photo !== kept.photo) changes.photo = [kept.photo ? '有照片' : '', photo ? '新照片' : ''];
  await updateMember(
    ctx.db,
    kept.id,
    {
      ...plainColumns(after),
      ...(was.name === after.name ? {} : nameColumns(after.name)),
      ...(was.idCard === after.idCard ? {} : encryptIdCard(ctx.vault, kept.id, after.idCard)),
      ...(was.phone === after.phone ? {} : encryptPhone(ctx.vault, kept.id, after.phone)),
      photo,
    },
    by,
  );
  const to = { id: kept.id, orgCode: kept.org_code };
  if (photo !== null && photo !== kept.photo) await queries.movePhoto(ctx.db, photo, to);
  await prepareMerge(ctx, kept.id, dropped.id);
  const moved = await queries.moveReferences(ctx.db, dropped.id, to);
  await queries.bindAgain(ctx.db, ctx.vault, moved, BOUND, dropped.id, kept.id);
  // What waits of both cannot wait twice of one.
  await endWaitingOf(ctx, dropped.id);
  await queries.finishMerge(ctx.db, mergeId, moved);
  await decide(ctx.db, pair.id, { state: 'merged', reason: input.reason, by });
  const day = await findCountedOn(ctx.db);
  await addDeltas(ctx.db, [
    ...deltasOf(was, kept.org_code, -1, day),
    ...deltasOf(after, kept.org_code, 1, day),
    ...(stood ? deltasOf(other, dropped.org_code, -1, day) : []),
  ]);
  const things = queries.countMoved(moved).map(({ label, count }) => `${label}${count}项`);
  ctx.audit({
    type: 'member',
    id: kept.id,
    name: after.name,
    orgCode: kept.org_code,
    reason: `并入另一份重复信息：${input.reason}${things.length > 0 ? `（${things.join('、')}）` : ''}`,
    changes,
  });
  ctx.audit({
    type: 'member',
    id: dropped.id,
    name: dropped.name,
    orgCode: dropped.org_code,
    reason: `已合并到${home}的${after.name}：${input.reason}`,
  });
  await disableOfMember(ctx, dropped.id, dropped.org_code, '人员信息已合并');
  return { mergeId, keptId: kept.id };
}

/** Why a merge cannot be undone any more, each in a sentence; empty: it can. */
export function obstaclesOf(merge: queries.MergeRecord, both: ReadonlyMap<string, queries.LockedRecord>): string[] {
  const [kept, dropped] = [both.get(merge.kept_id), both.get(merge.dropped_id)];
  if (!kept || !dropped || merge.emptied) return ['其中一份信息已被彻底删除'];
  const obstacles: string[] = [];
  if (kept.deleted_at !== null) obstacles.push('保留的一份后来被删除或又合并到别人，请先恢复它');
  else if (kept.version !== merge.kept_version) {
    obstacles.push(`合并以后，${kept.updated_by || '有人'}修改过保留的一份，撤销会丢掉这次修改`);
  }
  if (dropped.deleted_at === null || dropped.version !== merge.dropped_version) {
    obstacles.push('被合并的一份后来有过变动');
  }
  if (!merge.was_deleted && !merge.home_stands) obstacles.push('被合并的一份原来所在的党组织已撤销');
  return obstacles;
}

/** Takes the merge of a pair back: both records as they were, and what moved goes back. Refuses, with what stands against it. */
export async function undoMerge(ctx: Ctx, id: string): Promise<null> {
  const pair = await pairOf(ctx, id, true);
  const merge = await queries.standingMerge(ctx.db, id);
  if (!merge) throw refuse('这两份信息没有合并，或已经撤销');
  const { both } = await lockPair(ctx, pair);
  const obstacles = obstaclesOf(merge, both);
  if (obstacles.length > 0) throw refuse(`不能撤销合并：${obstacles.join('；')}`);
  const [kept, dropped] = [both.get(merge.kept_id), both.get(merge.dropped_id)];
  if (!kept || !dropped) throw notFound();
  const by = ctx.session.accountName;
  const account = await lockAccountOfMember(ctx.db, ctx.scope, givableRights(ctx), kept.id);
  const obstacle = merge.moved['account.member_id'] && account && accountObstacle(ctx, account);
  if (obstacle) throw refuse(`${kept.name}有登录账号：${obstacle}`);

  // First the kept record lets go of the id card and the phone that it took.
  await queries.restoreKept(ctx.db, merge.id, by);
  let orgCode = dropped.org_code;
  let deletedAt = '';
  if (!merge.was_deleted) {
    const home = await lockLivingOrg(ctx.db, dropped.org_id);
    if (!home) throw refuse('不能撤销合并：被合并的一份原来所在的党组织已撤销');
    orgCode = home.code;
    deletedAt = await restoreMember(ctx.db, dropped.id, orgCode, by).catch((error) => {
      if (errorCode(error) === '23505') throw refuse('不能撤销合并：该身份证号已登记给别人');
      throw error;
    });
  }
  const back = { id: dropped.id, orgCode };
  await queries.moveBack(ctx.db, merge.moved, kept.id, back);
  await queries.bindAgain(ctx.db, ctx.vault, merge.moved, BOUND, kept.id, dropped.id);
  await afterParting(ctx, kept.id, dropped.id);
  if (kept.photo !== null && kept.photo !== merge.kept_photo_before) await queries.movePhoto(ctx.db, kept.photo, back);
  await queries.endMerge(ctx.db, merge.id, by);
  await decide(ctx.db, pair.id, { state: 'open', reason: '', by });

  const restored = (await queries.lockBoth(ctx.db, ctx.scope, [kept.id])).get(kept.id);
  if (!restored) throw notFound();
  const [now, before] = [personOf(kept, ctx.vault), personOf(restored, ctx.vault)];
  await refuseAccountChange(ctx, kept.id, now, before);
  const day = await findCountedOn(ctx.db);
  await addDeltas(ctx.db, [
    ...deltasOf(now, kept.org_code, -1, day),
    ...deltasOf(before, kept.org_code, 1, day),
    ...(merge.was_deleted ? [] : deltasOf(personOf(dropped, ctx.vault), orgCode, 1, day)),
  ]);
  const changes = changesOf(now, before, await dictionaryNames(ctx.services));
  ctx.audit({ type: 'member', id: kept.id, name: before.name, orgCode: kept.org_code, reason: '撤销合并', changes });
  ctx.audit({ type: 'member', id: dropped.id, name: dropped.name, orgCode, reason: '撤销合并，恢复为单独的一份' });
  if (!merge.was_deleted) await enableOfMember(ctx, dropped.id, orgCode, deletedAt);
  return null;
}
