import type { ApproverStep, Definition, Place, Step } from '#kernel/workflow/contract.definition.ts';
import { resubmitPath, workPath } from '#kernel/workflow/contract.ts';
import { path } from '#kernel/workflow/rules.definition.ts';
import type { Account } from './accounts.ts';
import type { Row } from './copy.ts';
import { addDays } from './days.ts';
import { ITEMS, type Item, PROCESSES, WORKER, YUAN } from './matters.ts';
import type { Org } from './org.ts';

/** Rows of the approvals' tables, each in the order of its ids. */
export interface Approvals {
  processes: Row[];
  versions: Row[];
  matters: Row[];
  instances: Row[];
  tasks: Row[];
  events: Row[];
  todos: Row[];
}

const STATES = { agree: 'agreed', return: 'returned', reject: 'rejected' } as const;

/** Who decides at a place seen from an organisation: the nearest worker at it or above who is not barred. */
function officeOf(accounts: readonly Account[], org: Org, place: Place, barred: ReadonlySet<Account>) {
  const line: Org[] = [];
  for (let one: Org | null = org; one; one = one.parent) line.unshift(one);
  const at = place === 'own' ? line.length : place === 'superior' ? Math.max(1, line.length - 1) : place;
  for (const here of line.slice(0, at).reverse()) {
    const holder = accounts.find(
      (account) =>
        !barred.has(account) && account.grants.some((grant) => grant.roleId === WORKER && grant.org === here),
    );
    if (holder) return { holder, org: here };
  }
  throw new Error(`nobody decides above ${org.name}`);
}

/** The demo's processes at the city and matters at every stage; what is open waits for the demo accounts. */
export function makeApprovals(accounts: readonly Account[], city: Org, today: string): Approvals {
  const rows: Approvals = { processes: [], versions: [], matters: [], instances: [], tasks: [], events: [], todos: [] };
  const designed = `${addDays(today, -60)}T09:20:00+08:00`;
  const definitions = PROCESSES.map(({ steps }): Definition => ({ steps, sameSigner: false }));
  for (const [index, { name, description, published }] of PROCESSES.entries()) {
    const draft = JSON.stringify(definitions[index]);
    const by = accounts[0]?.name ?? '';
    rows.processes.push({
      id: index + 1,
      kind: 'matter',
      name,
      description,
      org_id: city.id,
      org_code: city.code,
      state: published ? 'published' : 'draft',
      number: published ? 1 : null,
      draft,
      version: published ? 2 : 1,
      created_at: designed,
      created_by: by,
      updated_at: designed,
      updated_by: by,
    });
    if (!published) continue;
    rows.versions.push({
      process_id: index + 1,
      number: 1,
      definition: draft,
      note: '首次发布',
      published_at: designed,
      published_by: by,
    });
  }
  for (const item of ITEMS) addItem(rows, accounts, definitions[item.process]?.steps ?? [], item, today);
  return rows;
}

function addItem(rows: Approvals, accounts: readonly Account[], steps: Step[], item: Item, today: string): void {
  const initiator = accounts[item.by];
  const grant = initiator?.grants[0];
  if (!initiator || !grant) throw new Error('a matter without its initiator');
  const { org } = grant;
  const id = rows.instances.length + 1;
  const amount = item.yuan === null ? null : item.yuan * YUAN;
  const facts = {
    category: item.category,
    amount,
    title: item.title,
    orgType: String(org.type),
    orgLevel: org.code.length / 4,
  };
  // Today's matters were raised in the night's first hours, so that none lies ahead.
  const at = (days: number, hour: number) =>
    `${addDays(today, -days)}T${String(days === 0 ? 0 : hour).padStart(2, '0')}:05:00+08:00`;
  const started = at(item.ago, 9);
  const place = { org_id: org.id, org_code: org.code };
  const event = (kind: string, when: string, account: number | null, node: string, detail: string) =>
    rows.events.push({ instance_id: id, at: when, kind, account_id: account, node_name: node, detail });
  rows.matters.push({
    id,
    ...place,
    account_id: initiator.id,
    title: item.title,
    category: item.category,
    body: item.text,
    amount,
    created_at: started,
    updated_at: started,
  });
  event('started', started, initiator.id, '', '');
  let state = 'running';
  let node: ApproverStep | undefined;
  let round = 0;
  let resume: string | null = null;
  let when = started;
  // Neither the initiator nor whoever has decided before.
  const barred = new Set([initiator]);
  const ahead = path({ steps }, facts).steps.filter((step) => step.kind === 'approver');
  for (const [index, step] of ahead.entries()) {
    const placed = step.who.kind === 'role' ? step.who.place : 'own';
    const office = officeOf(accounts, org, placed, barred);
    const decision = item.decisions[index];
    const opened = when;
    round++;
    if (decision) when = at(Math.max(0, item.ago - index - 1), 15);
    const taskId = rows.tasks.length + 1;
    const due =
      step.timeout === null ? null : new Date(Date.parse(opened) + step.timeout.hours * 3_600_000).toISOString();
    rows.tasks.push({
      id: taskId,
      instance_id: id,
      node_id: step.id,
      node_name: step.name,
      round,
      place: 0,
      role_id: WORKER,
      org_id: office.org.id,
      state: decision ? STATES[decision[0]] : 'open',
      opened_at: opened,
      due_at: due,
      decided_by: decision ? office.holder.id : null,
      decided_at: decision ? when : null,
      opinion: decision?.[1] ?? '',
      created_at: opened,
    });
    const todo = { role_id: WORKER, module: '事项审批', created_at: when };
    if (!decision) {
      node = step;
      rows.todos.push({
        ...todo,
        org_id: office.org.id,
        org_code: office.org.code,
        account_id: null,
        title: `审批：${item.title}`,
        detail: `${initiator.name}发起，${org.name}`,
        act: '审批',
        jump_url: workPath(String(id)),
        due_on: due === null ? null : addDays(due.slice(0, 10), Number(due.slice(11, 13)) >= 16 ? 1 : 0),
        subject: `workflow:${taskId}`,
      });
      break;
    }
    barred.add(office.holder);
    event(STATES[decision[0]], when, office.holder.id, step.name, decision[1]);
    if (decision[0] === 'agree' && index < ahead.length - 1) continue;
    state = { agree: 'approved', reject: 'rejected', return: 'returned' }[decision[0]];
    if (state === 'returned') {
      resume = step.id;
      rows.todos.push({
        ...todo,
        ...place,
        account_id: initiator.id,
        title: `补正：${item.title}`,
        detail: decision[1],
        act: '补正',
        jump_url: resubmitPath(String(id)),
        due_on: null,
        subject: `workflowReturn:${id}`,
      });
    } else {
      event('finished', when, null, '', state === 'approved' ? '已同意' : '不同意');
    }
    break;
  }
  rows.instances.push({
    id,
    process_id: item.process + 1,
    number: 1,
    kind: 'matter',
    subject_id: String(id),
    title: item.title,
    ...place,
    account_id: initiator.id,
    role_id: WORKER,
    facts: JSON.stringify(facts),
    same_signer: false,
    state,
    node_id: node?.id ?? '',
    round,
    resume_at: resume,
    version: 1 + round,
    started_at: started,
    changed_at: when,
    ended_at: state === 'approved' || state === 'rejected' ? when : null,
  });
}
