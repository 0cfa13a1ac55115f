import type { ClientBase } from 'pg';
import { BRANCH_TYPES, COMMITTEE_TYPES } from '#people/org/rules.ts';
import { checkDigitOf } from '#procedures/transfer/rules/letter.ts';
import { type Hop, type Kind, type Place, type Status, wayOf } from '#procedures/transfer/rules.ts';
import { writeArrival, writeLastYear } from './arrivals.ts';
import { continueIds, copyRows, type Row } from './copy.ts';
import type { Placed } from './leaders.ts';
import type { Org } from './org.ts';
import { makeRandom } from './random.ts';

const SEED = 20_261_420;
const TOTAL = 60;
/** The branch worker's own branch below its street, and the college that receives. */
const OWN = '渡口第一党支部';
const STREET = '江南街道党工委';
const COLLEGE = '峡州职业技术学院党委';
/** Letters of the street before the platform were numbered on paper up to this one; the mock's letter is the next. */
const ON_PAPER = 316;
const REASONS = ['工作调动', '退休后回原籍居住', '毕业后到新单位工作', '随子女居住', '企业改制后转属地管理'];
const OUTSIDE = [
  ['沮阳市职教中心委员会', '第二党支部', 'inProvince'],
  ['云岭市高新区工委', '软件园第一党支部', 'crossProvince'],
  ['某部队政治工作部', '', 'outOfSystem'],
] as const;
/** How many of each status, in the order in which they are made; the first three of 待接收 are overdue. */
const PLAN: readonly (readonly [Status, number])[] = [
  [0, 4],
  [1, 9],
  [2, 6],
  [3, 9],
  [4, 7],
  [6, 14],
  [7, 3],
  [8, 5],
  [9, 2],
  [5, 1],
];
const LATE = 3;

const lineOf = (org: Org): Place[] => {
  const line: Place[] = [];
  for (let at: Org | undefined | null = org; at; at = at.parent) {
    line.unshift({
      id: String(at.id),
      code: at.code,
      name: at.name,
      type: at.type,
      canApprove: COMMITTEE_TYPES.includes(at.type),
    });
  }
  return line;
};
const under = (org: Org, name: string): boolean => lineOf(org).some((place) => place.name === name);
const daysAgo = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T08:00:00Z`) - days * 86_400_000).toISOString();

/** Sixty transfers of the demo over all statuses and kinds, three of them overdue, and the letter of the mock. */
export async function writeRelation(client: ClientBase, people: readonly Placed[], today: string): Promise<void> {
  const random = makeRandom(SEED);
  const branches = [...new Set(people.map(({ org }) => org))].filter(({ type }) => BRANCH_TYPES.includes(type));
  const own = branches.find((org) => org.name === OWN && under(org, STREET));
  const college = branches.filter((org) => under(org, COLLEGE));
  if (!own || college.length === 0) return;
  const full = people.filter(
    ({ person }) => person.personCategory === 1 && person.membershipStatus === 1 && !person.isFloating,
  );
  const byOrg = Map.groupBy(full, ({ org }) => org);
  // Who floats, has left or stands in another matter of the demo stays there.
  const { rows: busy } = await client.query<{ id: string }>(
    `select id from member where membership_status <> 1 or is_floating or is_lost_contact or org_id <> all($1::bigint[])`,
    [branches.map(({ id }) => id)],
  );
  const taken = new Set<number>(busy.map(({ id }) => Number(id)));
  // From the end of a branch's list, so that those whom everybody knows first stay where they are.
  const someone = (org: Org): Placed | undefined => {
    const found = byOrg.get(org)?.findLast(({ id }) => !taken.has(id));
    if (found) taken.add(found.id);
    return found;
  };
  const transfers: Row[] = [];
  const hops: Row[] = [];
  const events: Row[] = [];
  const letters: Row[] = [];
  const ledger: Row[] = [];
  let arrived: { placed: Placed; id: number } | null = null;
  const serials = new Map<string, number>();
  const street = lineOf(own).find(({ name }) => name === STREET);
  if (street) serials.set(street.id, ON_PAPER);
  const year = Number(today.slice(0, 4));

  const statuses = PLAN.flatMap(([status, count]) => Array.from({ length: count }, () => status));
  for (const [index, status] of statuses.slice(0, TOTAL).entries()) {
    const place = random.pick(index % 3 === 0 ? college : branches);
    const from = index % 2 === 0 || status === 5 ? own : random.pick(branches);
    const isOut = status === 2 || status === 7;
    const placed = someone(status === 6 ? place : from);
    if (!placed) continue;
    if (status === 5) {
      arrived = { placed, id: transfers.length + 1 };
      continue;
    }
    // Over two committees: a common one decides once, and nothing waits in between.
    const across = (org: Org): Org => (under(org, COLLEGE) ? own : random.pick(college));
    const isBegun = status >= 2 && status <= 4;
    const [start, end] =
      status === 6
        ? [across(place), place]
        : [placed.org, isBegun || place === placed.org ? across(placed.org) : place];
    const [outName, outBranch, outKind] = OUTSIDE[index % OUTSIDE.length] ?? OUTSIDE[0];
    const kind: Kind = isOut
      ? outKind
      : index % 17 === 5
        ? 'wholeOrg'
        : index % 11 === 3
          ? 'graduate'
          : 'withinBranchTree';
    const way = wayOf(lineOf(start), isOut ? `${outName} ${outBranch}`.trim() : lineOf(end), false);
    const id = transfers.length + 1;
    const isLate = status === 3 && statuses.slice(0, index).filter((one) => one === 3).length < LATE;
    const begun = isLate || status === 7 ? 44 : status === 6 ? random.int(20, 300) : random.int(1, 24);
    const at = atOf(status, way);
    const validDays = kind === 'crossProvince' || kind === 'outOfSystem' ? 90 : 30;
    const issued = [2, 3, 4, 6, 7].includes(status);
    const since = begun - 1 - (status === 7 ? 14 : 0);
    const issuedAgo = status === 7 ? validDays + 5 : since;
    const validUntil = daysAgo(today, issuedAgo - validDays).slice(0, 10);
    transfers.push({
      id,
      member_id: placed.id,
      kind,
      from_org_id: start.id,
      to_org_id: isOut ? null : end.id,
      outside_name: isOut ? outName : '',
      outside_branch: isOut ? outBranch : '',
      status,
      at_seq: at,
      reason: random.pick(REASONS),
      applied_name: '党务工作者',
      returned_for: status === 8 ? '材料不全：缺调动通知复印件' : '',
      due_on: issued && status !== 6 ? validUntil : null,
      submitted_at: status === 0 ? null : daysAgo(today, begun),
      moved_at: daysAgo(today, Math.max(0, since)),
      completed_on: status === 6 ? daysAgo(today, Math.max(0, begun - 6)).slice(0, 10) : null,
      version: 2,
    });
    for (const [seq, hop] of way.entries())
      hops.push(hopRow(id, seq + 1, hop, status, at, daysAgo(today, Math.max(0, since))));
    const steps = STEPS[status];
    for (const [step, [act, before, after]] of steps.entries()) {
      events.push({
        transfer_id: id,
        at: daysAgo(today, Math.max(0, begun - step)),
        act,
        before,
        after,
        org_name: act === 'expire' ? '' : (way[Math.min(Math.max(0, step - 1), way.length - 1)]?.orgName ?? ''),
        operator: '党务工作者',
        note: act === 'return' ? '材料不全：缺调动通知复印件' : '',
      });
    }
    const committee = way.find(({ role, decides }) => role === 'send' && decides);
    if (issued && committee?.orgId) {
      const serial = (serials.get(committee.orgId) ?? 0) + 1;
      serials.set(committee.orgId, serial);
      const { person } = placed;
      letters.push({
        transfer_id: id,
        org_id: committee.orgId,
        org_code: committee.orgCode,
        prefix:
          committee.orgName === STREET
            ? '峡临渡转'
            : `${committee.orgName.replace(/^中共|委员会$|党委$/g, '').slice(0, 8)}转`,
        year,
        serial,
        check_digit: checkDigitOf(year, serial),
        to_name: `中共${isOut ? outName : (way.findLast(({ decides }) => decides)?.orgName ?? '').replace(/^中共/, '')}`,
        days: validDays,
        issued_on: daysAgo(today, issuedAgo).slice(0, 10),
        valid_until: validUntil,
        paid_to: today.slice(0, 7),
        last_sum: 7500,
        facts: JSON.stringify({
          name: person.name,
          gender: person.gender === 2 ? '女' : '男',
          age: person.birthDate === null ? null : year - Number(person.birthDate.slice(0, 4)),
          nation: '汉',
          category: '正式',
          fromName: start.name,
          toBranch: isOut ? `${outName}${outBranch}` : end.name,
          address: '',
          postcode: '',
          officePhone: '',
        }),
        handler: '党务工作者',
      });
    }
    if (status === 6) {
      const on = daysAgo(today, Math.max(0, begun - 6)).slice(0, 10);
      const line = (org: Org, sign: number, way: string): Row => ({
        member_id: placed.id,
        org_id: org.id,
        org_code: org.code,
        sign,
        way,
        happened_on: on,
        recorded_on: on,
        recorded_by: '党务工作者',
        transfer_id: id,
      });
      ledger.push(line(start, -1, 'transferredOut'), line(end, 1, 'transferredIn'));
    }
  }
  await copyRows(client, 'relation_transfer', transfers);
  await copyRows(client, 'relation_hop', hops);
  await copyRows(client, 'relation_event', events);
  await copyRows(client, 'relation_letter', letters);
  await copyRows(client, 'member_ledger', ledger);
  await copyRows(
    client,
    'relation_serial',
    [...serials].map(([orgId, last]) => ({ org_id: orgId, year, last })),
  );
  if (street) await copyRows(client, 'relation_setting', [{ org_id: street.id, prefix: '峡临渡转' }]);
  if (arrived) await writeArrival(client, arrived.placed, arrived.id, today);
  const story = new Set([own.parent?.parent, own.parent]);
  const free = full.filter(({ id, org }) => !taken.has(id) && !story.has(org.parent) && !under(org, COLLEGE));
  await writeLastYear(client, free, today);
  await continueIds(client, [
    'relation_transfer',
    'relation_hop',
    'relation_event',
    'relation_letter',
    'member_ledger',
  ]);
}

type Line = readonly [act: string, before: Status | null, after: Status];
const START: Line = ['start', null, 0];
const SENT: readonly Line[] = [START, ['submit', 0, 1]];
const ISSUED: readonly Line[] = [...SENT, ['issue', 1, 2]];
const ASKED: readonly Line[] = [...ISSUED, ['agree', 2, 3]];
const TAKEN: readonly Line[] = [...ASKED, ['agree', 3, 4]];
const STEPS: Readonly<Record<Status, readonly Line[]>> = {
  0: [START],
  1: SENT,
  2: ISSUED,
  3: ASKED,
  4: TAKEN,
  5: [...TAKEN, ['accept', 4, 5]],
  6: [...TAKEN, ['accept', 4, 5], ['receipt', 5, 6]],
  7: [...ISSUED, ['expire', 2, 7]],
  8: [...SENT, ['return', 1, 8]],
  9: [START, ['withdraw', 0, 9]],
};

/** The station where a transfer of a status waits; 0: nowhere. */
function atOf(status: Status, way: readonly Hop[]): number {
  if (status === 1) return 2;
  if (status === 2 || status === 7) return way.length;
  if (status === 3) return way.length - 1;
  return status === 4 ? way.length : 0;
}

function hopRow(transferId: number, seq: number, hop: Hop, status: Status, at: number, since: string): Row {
  const isPassed = status === 6 || (at > 0 && seq < at) || (status === 8 && seq === 1);
  const isReturned = status === 8 && seq === 2;
  const state =
    at > 0 && seq === at && status !== 7 ? 'waiting' : isReturned ? 'returned' : isPassed ? 'passed' : 'none';
  return {
    transfer_id: transferId,
    seq,
    org_id: hop.orgId,
    org_code: hop.orgCode,
    org_name: hop.orgName,
    role: hop.role,
    decides: hop.decides,
    state,
    since: state === 'waiting' ? since : null,
    operator: isPassed || isReturned ? '党务工作者' : '',
    done_at: isPassed || isReturned ? since : null,
  };
}
