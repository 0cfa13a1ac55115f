import type { ClientBase } from 'pg';
import { loginIndex } from '#kernel/session/server/loginName.ts';
import { maskText } from '#people/member/rules.ts';
import { COMMITTEE_TYPES } from '#people/org/rules.ts';
import { nameGrams, textPinyin } from '#platform/server/database/nameSearch.ts';
import type { Vault } from '#platform/server/secrecy/crypto.ts';
import { cleanHtml, plainText } from '#platform/text/richText.ts';
import { addMonths } from '#platform/time/days.ts';
import { serverModules } from '#rooms/server.ts';
import type { Account } from './accounts.ts';
import type { Approvals } from './approvals.ts';
import { writeArchive, writeCircle } from './archive.ts';
import { writeCollege } from './college.ts';
import { writeColours } from './colours.ts';
import { contentRows } from './content.ts';
import { continueIds, copyRows, type Row } from './copy.ts';
import { writeDataCentre } from './dataCentre.ts';
import { writeDataCheck } from './dataCheck.ts';
import { writeDeparted } from './departed.ts';
import { writeDualReport } from './dualReport.ts';
import { writeDues } from './dues.ts';
import { writeEvents } from './events.ts';
import { writeExams } from './exams.ts';
import { writeExchange } from './exchange.ts';
import { writeFloating } from './floating.ts';
import { HELP, type HelpText } from './help.ts';
import { writeIntegral } from './integral.ts';
import { writeKeyWork } from './keyWork.ts';
import type { Term } from './leaders.ts';
import { writeLearning } from './learning.ts';
import type { Demo } from './makeDemo.ts';
import { memberValues } from './memberValues.ts';
import { writeNeeds } from './needs.ts';
import { writeOffice } from './office.ts';
import { writeOfficeForms } from './officeForms.ts';
import { writeOfficeMeetings } from './officeMeetings.ts';
import type { OpenAffairs } from './openAffairs.ts';
import type { Org } from './org.ts';
import { endInThePast } from './past.ts';
import { writePoints } from './points.ts';
import { writeProofs } from './proofs.ts';
import { writeRecruitment } from './recruitment.ts';
import { writeRelation } from './relation.ts';
import { writeReportIns } from './reportIns.ts';
import { writeAwards } from './screens.ts';
import { writeServiceCalls } from './serviceCalls.ts';
import { writeSubscription } from './subscription.ts';
import { writeTrinity } from './trinity.ts';
import type { Unit } from './units.ts';
import { writeVariations } from './variations.ts';
import { writeVolunteer } from './volunteer.ts';
import { writeVolunteerPeople } from './volunteerPeople.ts';
import { writeWords } from './words.ts';

/** Believable, and no number of anybody: 0700 is no area code. */
const LANDLINE = '0700-655';

const pinyinColumns = (text: string) => {
  const { full, initials } = textPinyin(text);
  return { pinyin: full, initials };
};

/** An organisation as the columns of its table. */
export function orgRow(org: Org, contact: string) {
  return {
    ...pinyinColumns(org.name),
    id: org.id,
    code: org.code,
    parent_id: org.parent?.id ?? null,
    name: org.name,
    short_name: org.shortName,
    type: org.type,
    sort: Number(org.code.slice(-4)),
    next_child: org.children.length + 1,
    child_count: org.children.length,
    name_grams: nameGrams(org.name),
    founded_on: org.foundedOn,
    unit_relation: org.type === 47 ? '3' : org.unit ? '2' : '1',
    can_approve: COMMITTEE_TYPES.includes(org.type),
    contact,
    contact_phone: contact === '' ? '' : LANDLINE + String((org.id * 37) % 10_000).padStart(4, '0'),
    address: `峡州市${org.place}`,
    lng: org.lng,
    lat: org.lat,
  };
}

export const termRow = ({ id, org, number, electedOn, years, expiresOn, method }: Term) => ({
  id,
  org_id: org.id,
  org_code: org.code,
  number,
  elected_on: electedOn,
  // An appointed leadership has no term.
  years: method === '任命' ? null : years,
  expires_on: method === '任命' ? null : expiresOn,
  method,
});

/** Dictionary 0014 by the organisation's type (0001). */
const ESTABLISHMENTS: Readonly<Record<number, string>> = { 30: '1', 40: '2', 46: '3', 47: '4' };

export const unitRow = ({ id, org, name, creditCode, nature, staffCount, manager, phone }: Unit) => ({
  id,
  org_id: org.id,
  org_code: org.code,
  name,
  name_grams: nameGrams(name),
  ...pinyinColumns(name),
  credit_code: creditCode,
  nature,
  establishment: ESTABLISHMENTS[org.type] ?? null,
  staff_count: staffCount,
  manager,
  phone,
  address: `峡州市${org.place}`,
});

const DAY_MS = 24 * 3600 * 1000;
const MONTH_MS = 30 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

/** Within the last two weeks, between eight and six of a day that is over. */
const lastSignIn = (id: number, today: string) =>
  new Date(
    Date.parse(`${today}T08:00:00+08:00`) - (1 + ((id * 5) % 13)) * DAY_MS + ((id * 37) % 600) * 60_000,
  ).toISOString();

/** Accounts with their roles; all have the same password, the last hash serving all that have none of their own. */
export async function writeAccounts(
  client: ClientBase,
  vault: Vault,
  accounts: readonly Account[],
  hashes: readonly string[],
  today: string,
) {
  const confirmedAt = new Date(Date.now() - MONTH_MS).toISOString();
  const openedAt = new Date(Date.now() - YEAR_MS).toISOString();
  await copyRows(
    client,
    'account',
    accounts.map((account, index) => {
      const phone = account.holder?.person.phone ?? null;
      return {
        id: account.id,
        login_index: loginIndex(vault, account.login),
        // An id card is masked; a name that somebody chose says who it is.
        login_mask: /^\d/.test(account.login) ? maskText(account.login) : account.login,
        name: account.name,
        password_hash: hashes[index] ?? hashes.at(-1) ?? null,
        member_id: account.holder?.id ?? null,
        org_id: account.grants[0]?.org.id ?? null,
        user_type_id: account.type,
        gender: account.holder?.person.gender ?? null,
        phone_enc: phone === null ? null : vault.encrypt(`account.phone.${account.id}`, phone),
        phone_mask: phone === null ? null : maskText(phone),
        // The workers beside the demo accounts still have to confirm theirs.
        phone_confirmed_at: phone === null || account.login.startsWith('dw') ? null : confirmedAt,
        login_count: account.loginCount,
        last_login_at: account.loginCount > 0 ? lastSignIn(account.id, today) : null,
        created_at: openedAt,
        last_grant_id: account.grants[0]?.id ?? null,
      };
    }),
  );
  await copyRows(
    client,
    'account_role',
    accounts.flatMap(({ grants }) =>
      grants.map(({ id, accountId, roleId, org }) => ({ id, account_id: accountId, role_id: roleId, org_id: org.id })),
    ),
  );
}

/** The help's rows, each before those below it. */
export function helpRows(texts: readonly HelpText[] = HELP) {
  const rows: Row[] = [];
  const add = (text: HelpText, parentId: number | null, sort: number) => {
    const id = rows.length + 1;
    const content = cleanHtml(text.html);
    rows.push({
      id,
      parent_id: parentId,
      title: text.title,
      ...pinyinColumns(text.title),
      content,
      words: plainText(content),
      routes: text.routes ?? [],
      sort,
      created_by: '平台',
    });
    for (const [index, below] of (text.below ?? []).entries()) add(below, id, index + 1);
  };
  for (const [index, text] of texts.entries()) add(text, null, index + 1);
  return rows;
}

/** Writes the whole demo in the caller's transaction; `hashes` are the accounts' password hashes in their order. */
export async function writeDemo(
  client: ClientBase,
  vault: Vault,
  demo: Demo,
  hashes: readonly string[],
): Promise<void> {
  const contacts = new Map(
    demo.posts.filter(({ post }) => post === '组织委员').map(({ org, holder }) => [org, holder.person.name]),
  );
  await copyRows(
    client,
    'organisation',
    demo.orgs.map((org) => orgRow(org, contacts.get(org) ?? '')),
  );
  const since = `${addMonths(demo.today, -36)}T09:00:00+08:00`;
  await copyRows(
    client,
    'member',
    // Everybody has been on the roll for long: what came lately came by a procedure.
    demo.people.values().map((placed) => ({ ...memberValues(placed, vault), created_at: since })),
  );
  await copyRows(client, 'org_term', demo.terms.map(termRow));
  await copyRows(
    client,
    'org_post',
    demo.posts.map(({ id, termId, org, holder, post, sort }) => ({
      id,
      term_id: termId,
      org_id: org.id,
      member_id: holder.id,
      name: holder.person.name,
      post,
      sort,
    })),
  );
  // What is written after this looks up people and posts: without figures of them the planner reads whole tables for each row.
  await client.query('analyze organisation, member, org_term, org_post');
  await copyRows(client, 'unit', demo.units.map(unitRow));
  await copyRows(client, 'user_type', demo.rights.types);
  await copyRows(client, 'user_type_right', demo.rights.typeRights);
  await writeAccounts(
    client,
    vault,
    [...demo.accounts, ...demo.workers, demo.applicant, demo.student],
    hashes,
    demo.today,
  );
  await copyRows(client, 'user_group', demo.rights.groups);
  await copyRows(client, 'user_group_right', demo.rights.groupRights);
  await copyRows(client, 'user_group_member', demo.rights.groupMembers);
  await copyRows(client, 'account_request', demo.rights.requests);
  await copyRows(client, 'todo', demo.rights.todos);
  await copyRows(
    client,
    'notice',
    demo.notices.map(({ id, type, title, remark, org, createdBy, createdAt }) => ({
      id,
      type,
      title,
      ...pinyinColumns(title),
      remark,
      org_id: org.id,
      created_by: createdBy,
      created_at: createdAt,
    })),
  );
  await copyRows(
    client,
    'notice_recipient',
    demo.recipients.map(({ id, noticeId, accountId, isHandle, isRead, handledAt }) => ({
      id,
      notice_id: noticeId,
      account_id: accountId,
      is_handle: isHandle,
      is_read: isRead,
      handled_at: handledAt,
    })),
  );
  await copyRows(client, 'help_document', helpRows());
  for (const [table, rows] of contentRows(demo)) await copyRows(client, table, rows);
  await writeApprovals(client, demo.approvals);
  await writeOpenAffairs(client, demo.openAffairs);
  await writeRecruitment(client);
  await writeOffice(client, demo.today);
  await writeOfficeForms(client, demo.today);
  await writeOfficeMeetings(client, demo.today);
  await writeKeyWork(client, demo.today);
  await writeDataCentre(client, demo.today);
  await writeAwards(client, demo.today);
  await writeEvents(client);
  await writeLearning(
    client,
    demo.accounts.map(({ id }) => id),
  );
  await writeIntegral(client, demo.today);
  await writeTrinity(client, demo.today);
  await writeColours(client, demo.today);
  await writePoints(client);
  const secretaries = demo.posts.filter(({ post }) => post === '组织委员' || post === '书记');
  const collectors = new Map(secretaries.map(({ org, holder }) => [org, holder.person.name]));
  await writeDues(client, vault, demo.people, demo.accounts, collectors, demo.today);
  await writeFloating(client, demo.people, demo.today);
  await writeSubscription(client, demo.today);
  await writeReportIns(client, vault, demo.today);
  await writeDualReport(client, demo.today);
  await writeVolunteer(client, demo.today);
  await writeVolunteerPeople(client, vault, demo.today);
  await writeNeeds(client, vault, demo.today);
  await writeServiceCalls(client, demo.today);
  await writeDataCheck(client, demo.today);
  await writeVariations(client, demo.people, demo.today);
  await writeDeparted(client, vault, demo.departed, demo.today);
  await writeRelation(client, demo.people, demo.today);
  await writeProofs(client, demo.today);
  await writeExchange(client, vault, demo.today);
  for (const { demo: rowsOf } of serverModules)
    for (const [table, rows] of Object.entries((await rowsOf?.(demo)) ?? {})) await copyRows(client, table, rows);
  await continueIds(client, [
    'organisation',
    'member',
    'org_term',
    'org_post',
    'unit',
    'account',
    'account_role',
    'user_type',
    'user_group',
    'account_request',
    'notice',
    'notice_recipient',
    'help_document',
    'content_class',
    'content_label',
    'content_group',
    'workflow_process',
    'workflow_instance',
    'workflow_task',
    'matter',
    'open_affair',
    'open_feedback',
  ]);
  await writeArchive(client);
  await writeCircle(client);
  await writeWords(client);
  await writeExams(client);
  await writeCollege(client, demo.today);
  await endInThePast(client);
}

async function writeApprovals(client: ClientBase, approvals: Approvals): Promise<void> {
  await copyRows(client, 'workflow_process', approvals.processes);
  await copyRows(client, 'workflow_version', approvals.versions);
  await copyRows(client, 'matter', approvals.matters);
  await copyRows(client, 'workflow_instance', approvals.instances);
  await copyRows(client, 'workflow_task', approvals.tasks);
  await copyRows(client, 'workflow_event', approvals.events);
  await copyRows(client, 'todo', approvals.todos);
}

async function writeOpenAffairs(client: ClientBase, open: OpenAffairs): Promise<void> {
  for (const { item, on } of open.starts) {
    await client.query('update open_item set starts_on = $2 where id = $1', [item, on]);
  }
  await copyRows(client, 'open_affair', open.affairs);
  await copyRows(client, 'open_version', open.versions);
  // Addresses that say nothing, and the same in every demo.
  await client.query(
    `insert into open_board (org_id, token, shows)
     select org_id, left(md5('board ' || org_id), 24), true from (select distinct org_id from open_affair) as publishers`,
  );
  await copyRows(client, 'open_feedback', open.feedback);
  await copyRows(client, 'todo', open.todos);
}
