import { findOrg } from '#house/server/findOrg.ts';
import type { Definition } from '#kernel/workflow/contract.definition.ts';
import { EMPTY_DEFINITION } from '#kernel/workflow/contract.definition.ts';
import type * as contract from '#kernel/workflow/contract.process.ts';
import { nodesOf, publishFaults } from '#kernel/workflow/rules.definition.ts';
import type { ParsedOf, ReplyOf } from '#platform/contract.ts';
import type { Ctx } from '#platform/server/context.ts';
import { badInput, conflict, notFound, refuse } from '#platform/server/errors.ts';
import { diff } from '#platform/server/log/audit.ts';
import * as people from '../queries/people.ts';
import * as queries from '../queries/process.ts';
import { factsOf, fieldsOf, placeFacts, type Subject, subjectKinds, subjectOf } from '../subjects.ts';
import { isNear, wayPreview } from './start.ts';

const MISSING = '没有这个流程';

const wireFields = (subject: Subject | undefined) =>
  fieldsOf(subject).map(({ options, ...field }) => (options ? { ...field, options: [...options] } : field));

/** What a designer chooses from. */
export async function choices(ctx: Ctx): Promise<ReplyOf<typeof contract.processChoices>> {
  return {
    kinds: subjectKinds().map(([kind, subject]) => ({ kind, label: subject.label, fields: wireFields(subject) })),
    roles: await people.rolesToName(ctx.db),
  };
}

const wire = (row: queries.ProcessRecord): contract.ProcessRow => ({
  id: row.id,
  kind: row.kind,
  kindName: subjectOf(row.kind)?.label ?? row.kind,
  name: row.name,
  description: row.description,
  orgId: row.org_id,
  orgName: row.org_name,
  state: row.state,
  number: row.number,
  versions: row.versions,
  running: row.running,
  changed: row.changed,
  updatedAt: row.updated_at.toISOString(),
  updatedBy: row.updated_by,
  version: row.version,
  can: {
    edit: true,
    publish: row.changed || row.state !== 'published',
    retire: row.state === 'published',
  },
});

/** Processes of the scope. */
export async function processes(
  ctx: Ctx,
  input: ParsedOf<typeof contract.listProcesses>,
): Promise<ReplyOf<typeof contract.listProcesses>> {
  const { rows, total } = await queries.listProcesses(ctx.db, ctx.scope, {
    name: input.name || null,
    kind: input.kind || null,
    state: input.state ?? null,
    limit: input.pageSize,
    offset: (input.pageNum - 1) * input.pageSize,
  });
  return { rows: rows.map(wire), total };
}

/** Everybody whom a definition names. */
function named(definition: Definition): string[] {
  return [...nodesOf(definition.steps)].flatMap((node) => {
    if (!('kind' in node) || (node.kind !== 'approver' && node.kind !== 'copy')) return [];
    const to = node.kind === 'approver' ? node.timeout?.to : null;
    return [node.who, to].flatMap((who) => (who?.kind === 'people' ? who.accountIds : []));
  });
}

/** One process with its draft, its versions and the names of the people in them. */
export async function process(ctx: Ctx, id: string): Promise<ReplyOf<typeof contract.getProcess>> {
  const row = await queries.findProcess(ctx.db, ctx.scope, id);
  if (!row) throw notFound(MISSING);
  const history = await queries.versionsOf(ctx.db, id);
  const accountIds = [...new Set([row.draft, ...history.map(({ definition }) => definition)].flatMap(named))];
  const [names, offices] = await Promise.all([
    people.namesOf(ctx.db, accountIds),
    people.officesOf(ctx.db, accountIds),
  ]);
  return {
    ...wire(row),
    draft: row.draft,
    fields: wireFields(subjectOf(row.kind)),
    history: history.map((version) => ({
      number: version.number,
      definition: version.definition,
      note: version.note,
      publishedAt: version.published_at.toISOString(),
      publishedBy: version.published_by,
      running: version.running,
    })),
    people: accountIds.flatMap((accountId) => {
      const name = names.get(accountId);
      // The highest of the offices says best who it is.
      const office = offices.findLast((one) => one.accountId === accountId);
      return name === undefined
        ? []
        : [{ accountId, name, orgName: office?.orgName ?? '', usable: office !== undefined }];
    }),
  };
}

/**
 * Every person whom a definition names is one whom the session may ask, or whom the process named before: an id from
 * elsewhere would tell a name.
 */
async function checkPeople(ctx: Ctx, definition: Definition, before: readonly string[]): Promise<void> {
  const fresh = [...new Set(named(definition))].filter((id) => !before.includes(id));
  const offices = await people.officesOf(ctx.db, fresh);
  if (fresh.some((id) => !offices.some((office) => office.accountId === id && isNear(ctx, office)))) {
    throw badInput({ definition: '所选的人不能办理审批，请重新选择' });
  }
}

/** The same for a trial, which shows nobody who cannot decide: those are passed over there. */
async function checkReach(ctx: Ctx, definition: Definition): Promise<void> {
  const namedPeople = named(definition);
  const offices = await people.officesOf(ctx.db, namedPeople);
  const far = namedPeople.some((id) => {
    const own = offices.filter((office) => office.accountId === id);
    return own.length > 0 && !own.some((office) => isNear(ctx, office));
  });
  if (far) throw badInput({ definition: '所选的人不能办理审批，请重新选择' });
}

/** Adds a process as a draft, empty or as given. */
export async function addProcess(
  ctx: Ctx,
  input: ParsedOf<typeof contract.createProcess>,
): Promise<ReplyOf<typeof contract.createProcess>> {
  const org = await findOrg(ctx.db, ctx.scope, input.orgId);
  if (!org) throw notFound('没有这个党组织');
  if (!subjectOf(input.kind)) throw badInput({ kind: '没有这类事项，请重新选择' });
  const draft = input.definition ?? EMPTY_DEFINITION;
  await checkPeople(ctx, draft, []);
  const { kind, name, description } = input;
  const process = { kind, name, description, orgId: org.id, orgCode: org.code, draft };
  const id = await queries.insertProcess(ctx.db, process, ctx.session.accountName);
  const changes = diff<Record<string, unknown>>({}, { name, description, kind });
  ctx.audit({ type: 'process', id, name, orgCode: org.code, changes });
  return { id };
}

async function lock(ctx: Ctx, id: string): Promise<queries.ProcessRecord> {
  const row = await queries.findProcess(ctx.db, ctx.scope, id, true);
  if (!row) throw notFound(MISSING);
  return row;
}

/** Saves name, description and draft; what is published stays as it is. */
export async function save(
  ctx: Ctx,
  input: ParsedOf<typeof contract.saveProcess>,
): Promise<ReplyOf<typeof contract.saveProcess>> {
  const row = await lock(ctx, input.id);
  if (row.version !== input.version) {
    throw conflict('该流程已被他人修改，请刷新后再试', { by: row.updated_by, version: row.version });
  }
  const before = { name: row.name, description: row.description, draft: row.draft };
  const after = {
    name: input.name ?? row.name,
    description: input.description ?? row.description,
    draft: input.definition ?? row.draft,
  };
  const history = await queries.versionsOf(ctx.db, row.id);
  await checkPeople(ctx, after.draft, [row.draft, ...history.map(({ definition }) => definition)].flatMap(named));
  const changes = diff<Record<string, unknown>>(shown(before), shown(after));
  const changed = Object.keys(changes).length > 0 || JSON.stringify(before.draft) !== JSON.stringify(after.draft);
  const version = changed ? await queries.updateProcess(ctx.db, row.id, after, ctx.session.accountName) : row.version;
  ctx.audit({ type: 'process', id: row.id, name: after.name, orgCode: row.org_code, changes });
  return { version };
}

/** What the log shows of a process: its nodes by name instead of the whole tree. */
const shown = ({ name, description, draft }: { name: string; description: string; draft: Definition }) => ({
  name,
  description,
  nodes: [...nodesOf(draft.steps)].flatMap((node) => ('name' in node ? [node.name] : [])).join('、'),
  sameSigner: draft.sameSigner,
});

/** Makes the draft the version that new matters take, unless it has faults; matters under way keep theirs. */
export async function publish(
  ctx: Ctx,
  { id, version, note }: ParsedOf<typeof contract.publishProcess>,
): Promise<ReplyOf<typeof contract.publishProcess>> {
  const row = await lock(ctx, id);
  if (row.version !== version) {
    throw conflict('该流程已被他人修改，请刷新后再试', { by: row.updated_by, version: row.version });
  }
  if (row.state === 'published' && !row.changed) throw refuse('草稿与已发布的版本相同，不用再次发布');
  const faults = publishFaults(row.draft, fieldsOf(subjectOf(row.kind)));
  if (faults.length > 0) throw refuse(`还有 ${faults.length} 处问题，改好后才能发布`, { faults });
  const number = await queries.publish(ctx.db, id, note, ctx.session.accountName);
  ctx.audit({
    type: 'process',
    id,
    name: row.name,
    orgCode: row.org_code,
    changes: { number: [row.number, number], state: [row.state, 'published'] },
    reason: note,
  });
  return { number };
}

/** Takes a process out of use; what is under way goes on. */
export async function retire(ctx: Ctx, { id, reason }: ParsedOf<typeof contract.retireProcess>): Promise<null> {
  const row = await lock(ctx, id);
  if (row.state !== 'published') throw refuse('只有已发布的流程可以停用');
  await queries.retire(ctx.db, id, ctx.session.accountName);
  const changes = { state: [row.state, 'retired'] } satisfies Record<string, [unknown, unknown]>;
  ctx.audit({ type: 'process', id, name: row.name, orgCode: row.org_code, changes, reason });
  return null;
}

/** Who would decide if a sample person raised such a matter today; writes nothing. */
export async function tryOut(
  ctx: Ctx,
  input: ParsedOf<typeof contract.tryProcess>,
): Promise<ReplyOf<typeof contract.tryProcess>> {
  if (!(await people.isMet(ctx.db, ctx.scope, input.accountId))) throw notFound('没有这个人');
  const subject = subjectOf(input.kind);
  if (!subject) throw badInput({ kind: '没有这类事项，请重新选择' });
  const office = await people.officeWithin(ctx.db, ctx.scope, input.accountId);
  if (!office) throw badInput({ accountId: '这个人没有发起审批的权限，请另选一人' });
  await checkReach(ctx, input.definition);
  const facts = factsOf(subject, input.facts, placeFacts(office));
  const origin = { orgCode: office.orgCode, chosen: {} };
  return {
    initiator: { name: office.name, orgName: office.orgName },
    ...(await wayPreview(ctx.db, input.definition, facts, origin, office.accountId)),
  };
}

/** Who can be asked to decide, be copied or stand in. */
export async function findPeopleNear(
  ctx: Ctx,
  { keyWords, withMe, pageNum, pageSize }: ParsedOf<typeof contract.listPeople>,
): Promise<ReplyOf<typeof contract.listPeople>> {
  const { rows, total } = await people.peopleAround(ctx.db, ctx.scope, ctx.session, {
    name: keyWords,
    withMe,
    limit: pageSize,
    offset: (pageNum - 1) * pageSize,
  });
  return {
    total,
    rows: rows.map(({ accountId, name, roleName, orgId, orgName }) => ({ accountId, name, roleName, orgId, orgName })),
  };
}
