import type { ClientBase } from 'pg';
import { addDays, addMonths } from '#platform/time/days.ts';
import { KINDS, type VariationKind } from '#procedures/departure/rules.ts';
import { copyRows, type Row } from './copy.ts';
import type { Placed } from './leaders.ts';

const OWN = '渡口第一党支部';
const SUSPENDED = 2;
/** The community next to the worker's own, whose branches have one of each kind. */
const NEAR = '橘林社区';
const EACH: readonly (readonly [VariationKind, number, string])[] = [
  ['died', 4, '因病去世'],
  ['quit', 3, '本人书面声明退党'],
  ['lapsed', 3, '无正当理由连续六个月不参加组织生活、不交党费'],
  ['advised', 3, '党性意识淡薄，限期改正后仍无转变'],
  ['removed', 3, '劝其退党而不退'],
  ['expelled', 3, '严重违纪，给予开除党籍处分'],
  ['other', 6, '入党材料遗失，经核查不能认定'],
];

/** A 停止党籍 behind everybody who stands so on the roll, and in the worker's branch what came to nothing. */
export async function writeVariations(client: ClientBase, people: readonly Placed[], today: string): Promise<void> {
  const rows: Row[] = [];
  const row = ({ id, org }: Placed, kind: VariationKind, state: string, reason: string, more: Row = {}): Row => ({
    member_id: id,
    org_id: org.id,
    org_code: org.code,
    kind,
    state,
    effective_on: addMonths(today, -5),
    reason,
    meeting_on: addDays(addMonths(today, -5), -10),
    due: 20,
    present: 16,
    agree: 15,
    decider_id: org.parent?.id ?? null,
    carried_on: null,
    decided_name: '',
    undone_on: null,
    undo_reason: '',
    ...more,
  });
  const ledger: Row[] = [];
  const entered = ({ id, org }: Placed, sign: number, way: string, on: string): Row => ({
    member_id: id,
    org_id: org.id,
    org_code: org.code,
    sign,
    way,
    happened_on: on,
    recorded_on: on,
    recorded_by: '周敏',
  });
  const suspended = people.filter(({ person }) => person.membershipStatus === SUSPENDED);
  for (const [at, placed] of suspended.entries()) {
    // Every second one last year, so that its table has lines that take away.
    const on = at % 2 === 0 ? addMonths(today, -5) : `${Number(today.slice(0, 4)) - 1}-11-03`;
    ledger.push(entered(placed, -1, 'suspended', on));
    rows.push(
      row(placed, 'suspended', 'effective', '失去联系满6个月，多方查找仍未取得联系', {
        effective_on: on,
        meeting_on: addDays(on, -10),
        carried_on: on,
        decided_name: '周敏',
      }),
    );
  }
  const own = people.filter(
    ({ org, person }) => org.name === OWN && person.personCategory === 1 && person.membershipStatus === 1,
  );
  const [first, second, third] = own.slice(-3);
  if (first) rows.push(row(first, 'advised', 'refused', '经教育有转变，上级要求继续帮教', { decided_name: '周敏' }));
  if (second) rows.push(row(second, 'quit', 'withdrawn', '本人书面撤回退党声明'));
  if (third) {
    rows.push(
      row(third, 'other', 'undone', '误登记，已更正', {
        carried_on: addMonths(today, -4),
        undone_on: addDays(addMonths(today, -4), 2),
        undo_reason: '登记错人',
        decided_name: '周敏',
      }),
    );
  }
  const posts = await client.query<{ member_id: string }>('select member_id from org_post where member_id is not null');
  const inOffice = new Set(posts.rows.map(({ member_id }) => Number(member_id)));
  const others = people.filter(
    ({ id, org, person }) =>
      !inOffice.has(id) &&
      org.parent?.name.startsWith(NEAR) &&
      person.personCategory === 1 &&
      person.membershipStatus === 1 &&
      !person.isFloating,
  );
  for (const [at, [kind, status, reason]] of EACH.entries()) {
    const placed = others[at * 11 + 3];
    if (!placed) continue;
    const on = addDays(addMonths(today, -1 - at), 5);
    rows.push(
      row(placed, kind, 'effective', reason, {
        effective_on: on,
        carried_on: on,
        decided_name: '周敏',
        meeting_on: KINDS[kind].meeting ? addDays(on, -12) : null,
        ...(KINDS[kind].meeting ? {} : { due: null, present: null, agree: null }),
      }),
    );
    ledger.push(entered(placed, -1, KINDS[kind].way, on));
    await client.query('update member set membership_status = $2 where id = $1', [placed.id, status]);
  }
  await copyRows(client, 'member_variation', rows);
  await copyRows(client, 'member_ledger', ledger);
  await restoreOne(client, others[3 + 11 * EACH.length], today);
}

/** Somebody who was suspended, found again, and restored. */
async function restoreOne(client: ClientBase, placed: Placed | undefined, today: string): Promise<void> {
  if (!placed) return;
  const [away, back] = [addMonths(today, -9), addMonths(today, -2)];
  const { id, org } = placed;
  const place = [id, org.id, org.code, org.parent?.id ?? null];
  const { rows } = await client.query<{ id: string }>(
    `insert into member_variation (member_id, org_id, org_code, decider_id, kind, state, effective_on, carried_on, reason, meeting_on,
       due, present, agree, decided_name)
     values ($1, $2, $3, $4, 'suspended', 'effective', $5, $5, '失去联系满6个月，多方查找仍未取得联系', $5::date - 12, 20, 16, 15, '周敏')
     returning id`,
    [...place, away],
  );
  await client.query(
    `insert into member_variation (member_id, org_id, org_code, decider_id, kind, state, effective_on, carried_on, reason, meeting_on,
       due, present, agree, decided_name, suspended_id, to_org_id, outcome)
     values ($1, $2, $3, $4, 'restored', 'effective', $5, $5, '已取得联系，主动要求恢复', $5::date - 12, 20, 17, 17, '周敏', $6, $2,
       '{"monthsLost": 7}')`,
    [...place, back, rows[0]?.id],
  );
  await client.query(
    `insert into member_ledger (member_id, org_id, org_code, sign, way, happened_on, recorded_on, recorded_by)
     values ($1, $2, $3, -1, 'suspended', $4, $4, '周敏'), ($1, $2, $3, 1, 'restored', $5, $5, '周敏')`,
    [id, org.id, org.code, away, back],
  );
}
