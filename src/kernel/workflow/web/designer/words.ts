import { emit } from '#platform/web/call/events.ts';
import {
  type Branch,
  type Definition,
  type FormField,
  MODES,
  type Step,
  type Timeout,
  type Who,
} from '../../contract.definition.ts';
import { conditionWords, nodesOf, placeWords } from '../../rules.definition.ts';

/** What turns the ids of a definition into words. */
export interface Names {
  /** A person's name by account id. */
  person: (accountId: string) => string;
  role: (roleId: number) => string;
  fields: readonly FormField[];
  /** Dictionary 0001 by value. */
  orgTypes: Readonly<Record<string, string>>;
}

/** Who decides or is copied, e.g. 王建军、周敏 or 上级组织的党务工作者; the empty text for nobody yet. */
export function whoWords(who: Who, names: Names): string {
  if (who.kind === 'people') return who.accountIds.map(names.person).join('、');
  if (who.kind === 'chosen') return who.most === 1 ? '发起人自选1人' : `发起人自选，最多${who.most}人`;
  return `${placeWords(who.place)}的${names.role(who.roleId)}`;
}

/** Whether more than one person may stand at the node, so that the way of deciding matters. */
export const isSeveral = (who: Who) => (who.kind === 'people' ? who.accountIds.length > 1 : true);

/** What happens when nobody decides in time, e.g. 24小时后提醒. */
export function timeoutWords(timeout: Timeout | null, names: Names): string {
  if (!timeout) return '不限';
  if (timeout.act === 'remind') return `${timeout.hours}小时后提醒`;
  return `${timeout.hours}小时后转交${timeout.to ? whoWords(timeout.to, names) || '（未选）' : '（未选）'}`;
}

/** What a card is called. */
export function titleOf(node: Step | Branch): string {
  if (!('kind' in node) || node.kind === 'approver' || node.kind === 'copy') return node.name || '未命名';
  return node.kind === 'end' ? '结束' : '条件分支';
}

/** Says what a press on Delete took away, with all that stood below it, and how to have it back. */
export const notifyRemovedNode = (node: Step | Branch) =>
  emit('notice', { kind: 'info', text: `已删除“${titleOf(node)}”，可点“撤销”找回` });

/** What stands on a card below its name; `open`: it asks to be filled in. */
export function summaryOf(node: Step | Branch, names: Names): { text: string; open: boolean } {
  if (!('kind' in node)) {
    const open = !node.isDefault && node.conditions.length === 0;
    return { text: conditionWords(node, names.fields, names.orgTypes), open };
  }
  if (node.kind === 'end') return { text: '到此结束，视为同意', open: false };
  if (node.kind === 'branches') return { text: `${node.branches.length}个分支`, open: false };
  const who = whoWords(node.who, names);
  if (who === '') return { text: node.kind === 'copy' ? '请选择抄送人' : '请选择审批人', open: true };
  return { text: who, open: false };
}

/** All that a node says, as label and words, for the comparison of versions. */
export function factsOf(node: Step | Branch, names: Names): readonly (readonly [string, string])[] {
  if (!('kind' in node)) {
    return [
      ['名称', node.name],
      ['条件', conditionWords(node, names.fields, names.orgTypes)],
    ];
  }
  if (node.kind === 'end' || node.kind === 'branches') return [];
  const who = whoWords(node.who, names) || '未选择';
  if (node.kind === 'copy') {
    return [
      ['名称', node.name],
      ['抄送人', who],
    ];
  }
  const mode = isSeveral(node.who) ? ([['审批方式', MODES[node.mode]]] as const) : [];
  return [['名称', node.name], ['审批人', who], ...mode, ['超时处理', timeoutWords(node.timeout, names)]];
}

export interface NodeDifference {
  id: string;
  change: 'added' | 'removed' | 'changed';
  title: string;
  /** What changed: label, before, after. Of an added or removed node only one side is there. */
  lines: readonly { label: string; before: string; after: string }[];
}

/** For each node the branch in which it stands and the node before it among those that both definitions have. */
function places({ steps }: Definition, shared: ReadonlySet<string>): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (list: readonly { id: string }[], inside: string) => {
    let before = '';
    for (const { id } of list) {
      if (!shared.has(id)) continue;
      found.set(id, `${inside}/${before}`);
      before = id;
    }
  };
  walk(steps, '');
  for (const node of nodesOf(steps)) {
    if (!('kind' in node)) walk(node.steps, node.id);
    else if (node.kind === 'branches') walk(node.branches, node.id);
  }
  return found;
}

/** What differs between two definitions, node by node: first what is there now, then what is gone. */
export function differences(before: Definition, after: Definition, names: Names): NodeDifference[] {
  const old = new Map([...nodesOf(before.steps)].map((node) => [node.id, node]));
  const now = new Map([...nodesOf(after.steps)].map((node) => [node.id, node]));
  const shared = new Set([...now.keys()].filter((id) => old.has(id)));
  const oldPlaces = places(before, shared);
  const newPlaces = places(after, shared);
  const found: NodeDifference[] = [];
  if (before.sameSigner !== after.sameSigner) {
    const words = (definition: Definition) => (definition.sameSigner ? '允许' : '不允许');
    const line = { label: '同一人审批多个节点', before: words(before), after: words(after) };
    found.push({ id: '', change: 'changed', title: '流程设置', lines: [line] });
  }
  for (const [id, node] of now) {
    const was = old.get(id);
    const facts = factsOf(node, names);
    if (!was) {
      const lines = facts.map(([label, words]) => ({ label, before: '', after: words }));
      found.push({ id, change: 'added', title: titleOf(node), lines });
      continue;
    }
    const wasFacts = new Map(factsOf(was, names));
    const lines = facts
      .map(([label, words]) => ({ label, before: wasFacts.get(label) ?? '', after: words }))
      .filter((line) => line.before !== line.after);
    if (oldPlaces.get(id) !== newPlaces.get(id)) lines.push({ label: '位置', before: '原处', after: '已移动' });
    if (lines.length > 0) found.push({ id, change: 'changed', title: titleOf(node), lines });
  }
  for (const [id, node] of old) {
    if (now.has(id)) continue;
    const lines = factsOf(node, names).map(([label, words]) => ({ label, before: words, after: '' }));
    found.push({ id, change: 'removed', title: titleOf(node), lines });
  }
  return found;
}
