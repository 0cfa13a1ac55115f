import type { ClientBase } from 'pg';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import { COMMITTEES } from '#procedures/dues/rules.handup.ts';
import { addMonths, dueOf, monthsBetween, type Payer } from '#procedures/dues/rules.ts';
import { sandboxKeys } from '#procedures/dues/server/online/keys.ts';
import { keysPlaceOf } from '#procedures/dues/server/service/merchants.ts';
import { basePlace } from '#procedures/dues/server/service/standards.ts';
import type { Account } from './accounts.ts';
import { continueIds, copyRows, type Row } from './copy.ts';
import type { Placed } from './leaders.ts';
import type { Org } from './org.ts';
import { RETIRED, STUDENT } from './people.ts';
import { makeRandom, type Random } from './random.ts';
import { isSlack } from './slack.ts';

const SEED = 20_261_260;
const FARMER = 2;
const OTHER = 8;
/** The branch worker's own branch, with three years of books; the street it belongs to has one. */
const OWN = '渡口第一党支部';
const STREET = '江南街道党工委';
const NORMAL = 1;

interface Payment {
  month: string;
  paidOn: string;
  bills: { id: number; amount: number }[];
  extra: number;
}

/** How somebody pays: fen a month, or for irregular income fen a quarter. */
function basisOf(random: Random, occupation: number | null): { payer: Payer; base: number } {
  if (occupation === STUDENT || occupation === OTHER) return { payer: 6, base: 0 };
  if (occupation === FARMER) return { payer: 5, base: random.pick([20, 50, 100]) };
  if (occupation === RETIRED) return { payer: 4, base: random.int(24_00, 68_00) * 100 };
  if (random.chance(0.04)) return { payer: 3, base: random.int(9_000, 30_000) * 100 };
  return { payer: 1, base: random.int(2_800, 9_600) * 100 };
}

/** The day of a month on which a branch takes its dues: the theme-party day around the tenth. */
const dayOf = (month: string, today: string) => {
  const day = `${month}-10`;
  return day > today ? today : day;
};

/**
 * Dues of the demo: a standard for nearly everybody; a year of books in all branches, three years in the branch
 * worker's branch. The last month is closed in most, this one half paid; some owe three or six months,
 * one is exempt, one has given a large sum.
 */
export async function writeDues(
  client: ClientBase,
  vault: Vault,
  people: readonly Placed[],
  accounts: readonly Account[],
  collectors: ReadonlyMap<Org, string>,
  today: string,
): Promise<void> {
  const random = makeRandom(SEED);
  const current = today.slice(0, 7);
  const standards: Row[] = [];
  const bills: Row[] = [];
  const payments: Row[] = [];
  const links: Row[] = [];
  const vouchers: Row[] = [];
  const entries: Row[] = [];
  const months: Row[] = [];
  const receipts = new Map<string, number>();
  const handups: Row[] = [];
  const workers = new Map(accounts.flatMap((account) => account.grants.map(({ org }) => [org, account] as const)));
  const payers = people.filter(
    ({ person }) => (person.personCategory === 1 || person.personCategory === 2) && person.membershipStatus === NORMAL,
  );

  const book = (
    org: Org,
    month: string,
    kind: string,
    summary: string,
    paymentId: number | null,
    lines: [string, number][],
    by: string,
  ) => {
    const id = vouchers.length + 1;
    vouchers.push({
      id,
      org_id: org.id,
      org_code: org.code,
      month,
      kind,
      summary,
      payment_id: paymentId,
      created_by: by,
    });
    for (const [account, amount] of lines) entries.push({ id: entries.length + 1, voucher_id: id, account, amount });
  };
  const pay = (org: Org, { month, paidOn, bills: own, extra }: Payment, by: string) => {
    const total = own.reduce((sum, { amount }) => sum + amount, 0) + extra;
    const key = `${org.id} ${paidOn.slice(0, 4)}`;
    const no = (receipts.get(key) ?? 0) + 1;
    receipts.set(key, no);
    const id = payments.length + 1;
    payments.push({
      id,
      org_id: org.id,
      org_code: org.code,
      pay_type: 1,
      total,
      extra,
      paid_on: paidOn,
      month: paidOn.slice(0, 7),
      receipt_year: Number(paidOn.slice(0, 4)),
      receipt_no: no,
      collector: by,
    });
    for (const bill of own) links.push({ payment_id: id, bill_id: bill.id, amount: bill.amount });
    const summary = `收党费${paidOn.slice(0, 4)}年第${String(no).padStart(6, '0')}号`;
    book(
      org,
      month,
      'collect',
      summary,
      id,
      [['现金', total], ['党费收入', extra - total], ...(extra > 0 ? [['大额党费', -extra] as [string, number]] : [])],
      by,
    );
    return { id, total };
  };

  const handUp = (org: Org, month: string, amount: number, waits: boolean) => {
    const to = committeeOf(org);
    const account = workers.get(org) ?? accounts[0];
    if (!to || !account) return;
    const paidOn = `${month}-25`;
    const slip = `${month.replace('-', '')}${String(org.id).padStart(4, '0')}`;
    handups.push({
      id: handups.length + 1,
      kind: 1,
      org_id: org.id,
      org_code: org.code,
      to_org_id: to.id,
      year: Number(month.slice(0, 4)),
      amount,
      received: amount,
      ratio: 10_000,
      paid_on: paidOn,
      slip,
      state: waits ? 'pending' : 'confirmed',
      asked_by: account.id,
      asked_name: account.name,
      decided_by: waits ? '' : (workers.get(to)?.name ?? '上级党委'),
    });
    if (waits) return;
    const by = workers.get(to)?.name ?? '上级党委';
    const [year, said] = [`${month.slice(0, 4)}年党费`, `，单号${slip}`];
    book(
      org,
      month,
      'handup',
      `向${to.name}上缴${year}${said}`,
      null,
      [
        ['应上缴', amount],
        ['银行', -amount],
      ],
      by,
    );
    book(
      to,
      month,
      'handup',
      `收到${org.name}上缴${year}${said}`,
      null,
      [
        ['银行', amount],
        ['下级上缴', -amount],
      ],
      by,
    );
  };

  const byOrg = Map.groupBy(payers, ({ org }) => org);
  // Before the day on which dues are taken few have paid this month's, then the half.
  const early = today < `${current}-10` ? 6 : 2;
  for (const [org, members] of byOrg) {
    const depth = org.name === OWN && org.parent?.parent?.name === STREET ? 35 : 12;
    const share = depth === 35 ? 2 : early;
    const by = collectors.get(org) ?? '支部委员';
    const own = members.map((placed, index) => {
      const basis = basisOf(random, placed.person.occupation);
      const since = placed.person.admissionDate?.slice(0, 7) ?? '';
      const first = addMonths(current, -depth);
      const from = [since, first].toSorted().at(-1) ?? first;
      const due = dueOf(basis, from);
      // One in sixty has no standard yet, for 未设标准.
      const id = random.chance(1 / 60) ? null : standards.length + 1;
      if (id !== null) {
        const income = JSON.stringify({ base: basis.base, parts: basis.payer === 1 ? { post: basis.base } : {} });
        standards.push({
          id,
          member_id: placed.id,
          from_month: from,
          payer: basis.payer,
          base_enc: vault.encrypt(basePlace(String(id)), income),
          amount: due.amount,
          rate: due.rate,
          created_by: by,
          updated_by: by,
        });
      }
      // Some owe: the sixth of the branch worker's branch since half a year, others since a quarter.
      const owes = depth === 35 ? (index === 9 ? 6 : index === 17 ? 3 : 0) : random.chance(0.01) ? 3 : 0;
      return {
        placed,
        id,
        from,
        due,
        payer: basis.payer,
        unpaidFrom: owes > 0 ? addMonths(current, -owes) : '9999-12',
      };
    });
    for (const month of monthsBetween(addMonths(current, -depth), current)) {
      const paidNow: { id: number; amount: number }[] = [];
      let received = 0;
      for (const [index, one] of own.entries()) {
        if (one.id === null || one.from > month) continue;
        const id = bills.length + 1;
        const isPaid = month < one.unpaidFrom && (month < current || index % share === 0);
        bills.push({
          id,
          member_id: one.placed.id,
          org_id: org.id,
          org_code: org.code,
          month,
          standard_id: one.id,
          payer: one.payer,
          amount: one.due.amount,
          state: isPaid ? 3 : 1,
          payment_id: isPaid ? payments.length + 1 : null,
        });
        if (isPaid) paidNow.push({ id, amount: one.due.amount });
      }
      if (paidNow.length > 0) {
        const extra = depth === 35 && month === addMonths(current, -5) ? 100_000 : 0;
        received = paidNow.reduce((sum, { amount }) => sum + amount, 0);
        const { total } = pay(org, { month, paidOn: dayOf(month, today), bills: paidNow, extra }, by);
        if (month < current)
          book(
            org,
            month,
            'deposit',
            `现金存银行，缴款单${month.replace('-', '')}`,
            null,
            [
              ['银行', total],
              ['现金', -total],
            ],
            by,
          );
      }
      const isLast = month === addMonths(current, -1);
      // Last month's is handed up by most; the branch worker's own branch has that to do, and a few wait to be confirmed.
      if (received > 0 && month < current && !(isLast && (depth === 35 || (isSlack(org.code) && org.id % 2 === 0))))
        handUp(org, month, received, isLast && org.id % 7 === 0);
      const isClosed = month < addMonths(current, -1) || (month < current && org.id % 3 !== 0);
      months.push({
        org_id: org.id,
        month,
        state: isClosed ? 2 : 1,
        opened_by: by,
        closed_by: isClosed ? '上级党委' : '',
      });
    }
  }
  await copyRows(client, 'dues_standard', standards);
  await copyRows(client, 'dues_payment', payments);
  await copyRows(client, 'dues_bill', bills);
  await copyRows(client, 'dues_payment_bill', links);
  await copyRows(client, 'dues_voucher', vouchers);
  await copyRows(client, 'dues_entry', entries);
  await copyRows(client, 'dues_handup', handups);
  await writeRatios(client, payers, Number(current.slice(0, 4)));
  // After the vouchers: nothing is booked into a closed month.
  await copyRows(client, 'dues_month', months);
  await copyRows(
    client,
    'dues_receipt',
    [...receipts].map(([key, last]) => {
      const [orgId = '', year = ''] = key.split(' ');
      return { org_id: orgId, year, last };
    }),
  );
  await writeReliefs(client, payers, accounts, current);
  const [anybody] = payers;
  if (anybody) await writeMerchants(client, vault, rootOf(anybody.org));
  await continueIds(client, [
    'dues_standard',
    'dues_payment',
    'dues_bill',
    'dues_relief',
    'dues_handup',
    'dues_merchant',
    'dues_voucher',
    'dues_entry',
  ]);
}

/** The nearest committee above, to which an organisation hands up. */
function committeeOf(org: Org): Org | null {
  for (let at = org.parent; at; at = at.parent) if (COMMITTEES.some((type) => type === at?.type)) return at;
  return null;
}

/** What committees hand up of this year's dues, as the committees above have set it: the half; none yet in every ninth. */
async function writeRatios(client: ClientBase, payers: readonly Placed[], year: number): Promise<void> {
  const committees = new Map<number, Org>();
  for (const { org } of payers)
    for (let at = committeeOf(org); at; at = committeeOf(at)) if (at.parent) committees.set(at.id, at);
  const rows = [...committees.values()]
    .filter(({ id }) => id % 9 !== 0)
    .map((org): Row => ({ org_id: org.id, year, ratio: 5_000, updated_by: '上级党委' }));
  await copyRows(client, 'dues_ratio', rows);
}

function rootOf(org: Org): Org {
  return org.parent ? rootOf(org.parent) : org;
}

/** The city's accounts at the providers that this server plays: everybody may pay online, and no money moves. */
async function writeMerchants(client: ClientBase, vault: Vault, city: Org): Promise<void> {
  const rows = [1, 2, 3].map(
    (channel): Row => ({
      id: channel,
      org_id: city.id,
      org_code: city.code,
      channel,
      bank: 4,
      account_name: `${city.name}党费专户`,
      merchant_no: `demo${city.id}`,
      app_id: 'demo',
      is_sandbox: true,
      confirmed_by: '系统',
      confirmed_at: new Date().toISOString(),
      keys_enc: vault.encrypt(keysPlaceOf(String(channel)), JSON.stringify(sandboxKeys(channel))),
    }),
  );
  await copyRows(client, 'dues_merchant', rows);
}

/** One relief that was granted and one that waits, of the branch worker's branch. */
async function writeReliefs(
  client: ClientBase,
  payers: readonly Placed[],
  accounts: readonly Account[],
  current: string,
) {
  const worker = accounts.find(({ grants }) => grants.some(({ org }) => org.name === OWN && inStreet(org)));
  const org = worker?.grants.find((grant) => grant.org.name === OWN)?.org;
  const old = payers.filter((placed) => placed.org === org && placed.person.occupation === RETIRED);
  const committee = org?.parent?.parent;
  if (!worker || !org || !committee || old.length < 2) return;
  const relief = (id: number, memberId: number, granted: boolean): Row => ({
    id,
    member_id: memberId,
    org_id: org.id,
    org_code: org.code,
    kind: granted ? 2 : 1,
    amount: granted ? 0 : 20,
    from_month: addMonths(current, 1),
    until_month: addMonths(current, 12),
    reason: granted ? '长期患病、医疗支出大，支部大会研究同意' : '家庭变故、生活困难，支部委员会研究同意',
    state: granted ? 'approved' : 'pending',
    asked_by: worker.id,
    asked_name: worker.name,
    decider_org_id: committee.id,
    decided_by: granted ? '周敏' : '',
  });
  await copyRows(client, 'dues_relief', [relief(1, old[0]?.id ?? 0, true), relief(2, old[1]?.id ?? 0, false)]);
  await copyRows(client, 'todo', [
    {
      role_id: 3,
      org_id: committee.id,
      org_code: committee.code,
      module: '党费管理',
      title: `${old[1]?.person.name ?? ''}申请少缴党费`,
      detail: org.name,
      act: '审批',
      jump_url: '/affairs/dues?tab=relief',
      subject: 'duesRelief:2',
    },
  ]);
}

function inStreet(org: Org): boolean {
  for (let at: Org | undefined | null = org; at; at = at.parent) if (at.name === STREET) return true;
  return false;
}
