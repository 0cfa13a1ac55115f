import type { ClientBase } from 'pg';
import { addDays, addMonths } from '#platform/time/days.ts';
import { continueIds, copyRows, type Row } from './copy.ts';
import type { Placed } from './leaders.ts';
import type { Org } from './org.ts';
import { RETIRED, STUDENT } from './people.ts';
import { makeRandom } from './random.ts';

const SEED = 20260360;
const REGIONS = [
  ['广东省深圳市', '440300'],
  ['浙江省杭州市', '330100'],
  ['江苏省苏州市', '320500'],
  ['福建省泉州市', '350500'],
  ['上海市', '310000'],
  ['湖北省武汉市', '420100'],
  ['广东省东莞市', '441900'],
  ['北京市', '110000'],
] as const;
const TRADES = [1, 1, 2, 2, 3, 4, 5, 6, 7, 99];
const OVERDUE = 8;
const LOST = 2;
/** Of so many the place of inflow is an organisation of this platform; the last ones still wait there. */
const INSIDE = 12;
const UNCONFIRMED = 3;

/** An outflow with its 流动记录 and log for everybody who is floating; eight contacts are overdue, two people are out of touch. */
export async function writeFloating(client: ClientBase, people: readonly Placed[], today: string): Promise<void> {
  const random = makeRandom(SEED);
  const away = people.filter(
    ({ person }) => person.isFloating && person.personCategory <= 2 && person.membershipStatus === 1,
  );
  const full = Map.groupBy(
    people.filter(({ person }) => person.personCategory === 1 && !person.isFloating && person.membershipStatus === 1),
    ({ org }) => org,
  );
  const hosts = [...new Set(people.filter(({ org }) => org.kind === 'floating').map(({ org }) => org))];
  const outflows: Row[] = [];
  const inflows: Row[] = [];
  const contacts: Row[] = [];
  const records: Row[] = [];
  const named = new Map<Org, number>();
  const lost: number[] = [];
  const step = Math.max(1, Math.floor(away.length / OVERDUE));
  for (const [index, { id, org, person }] of away.entries()) {
    const [region, code] = random.pick(REGIONS);
    const startedOn = addDays(addMonths(today, -random.int(8, 60)), -random.int(0, 27));
    const isLate = index % step === 0 && index / step < OVERDUE;
    const isLost = isLate && index > 0 && lost.length < LOST;
    const lastOn = isLost
      ? addMonths(today, -7)
      : isLate
        ? addDays(addMonths(today, -2), -3)
        : addDays(today, -random.int(1, 25));
    if (isLost) lost.push(id);
    const host =
      org.kind !== 'floating' && inflows.length < INSIDE
        ? hosts[inflows.length % Math.max(1, hosts.length)]
        : undefined;
    const received = host !== undefined && inflows.length < INSIDE - UNCONFIRMED;
    const number = named.get(org) ?? 0;
    const keepers = full.get(org) ?? [];
    const contact = keepers[Math.floor(number / 5)];
    named.set(org, number + 1);
    const row = outflows.length + 1;
    const reason = person.occupation === RETIRED ? 5 : person.occupation === STUDENT ? 2 : random.pick([1, 1, 1, 3, 4]);
    outflows.push({
      id: row,
      member_id: id,
      org_id: org.id,
      org_code: org.code,
      status: received ? 3 : 2,
      range: code.startsWith('42') ? 1 : 2,
      region,
      region_code: code,
      reason,
      trade: random.pick(TRADES),
      started_on: startedOn,
      to_org_id: host?.id ?? null,
      to_org_name: host?.name ?? '',
      contact_id: contact?.id ?? null,
      source: 2,
      confirmed_on: addMonths(startedOn, 6) > today ? startedOn : addMonths(startedOn, 6),
      last_contact_on: lastOn,
      asked_name: contact?.person.name ?? '',
    });
    contacts.push({
      outflow_id: row,
      day: lastOn,
      way: 1,
      reached: true,
      topic: 1,
      note: '',
      by_name: contact?.person.name ?? '',
    });
    if (isLost) {
      contacts.push({
        outflow_id: row,
        day: addDays(today, -20),
        way: 4,
        reached: false,
        topic: null,
        note: '家属表示近半年没有联系，电话已停机',
        by_name: contact?.person.name ?? '',
      });
    }
    records.push({
      kind: 'flre',
      member_id: id,
      title: region,
      ordered_by: startedOn,
      fields: JSON.stringify({
        direction: '1',
        place: region,
        reason: String(reason),
        startedOn,
        contactOrg: host?.name ?? '',
      }),
      created_by: contact?.person.name ?? '',
    });
    if (!host) continue;
    inflows.push({
      outflow_id: row,
      member_id: id,
      org_id: host.id,
      org_code: host.code,
      status: received ? 2 : 1,
      name: person.name,
      home_org: org.name,
      region: '湖北省',
      region_code: '420000',
      reason,
      trade: 1,
      started_on: startedOn,
      received_on: received ? addDays(startedOn, 30) : null,
    });
  }
  await copyRows(client, 'mobile_outflow', outflows);
  await copyRows(client, 'mobile_inflow', inflows);
  await copyRows(client, 'mobile_contact', contacts);
  await copyRows(client, 'sub_record', records);
  await client.query('update member set is_lost_contact = true where id = any($1::bigint[])', [lost]);
  await continueIds(client, ['mobile_outflow']);
}
