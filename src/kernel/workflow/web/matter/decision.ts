import type { Decision, InstanceDetail } from '../../contract.ts';

/** Sentences that are said often, by decision. */
export const PHRASES: Readonly<Record<Decision, readonly string[]>> = {
  agree: ['同意', '情况属实，同意', '请抓紧落实'],
  return: ['请补充事由', '请补充附件', '请核实金额', '请重新扫描'],
  reject: ['不符合规定', '经费没有来源', '与已批事项重复'],
};

/** A phrase behind what stands there already. */
export const withPhrase = (text: string, phrase: string) =>
  text.trim() === '' ? phrase : `${text.trim().replace(/[。；，]$/, '')}；${phrase}`;

/** What follows a decision, in sentences. @param straightBack of a return to the initiator */
export function effectsOf(
  instance: Pick<InstanceDetail, 'way' | 'initiator' | 'returnTo' | 'taskId'>,
  decision: Decision,
  returnTo: string,
  straightBack: boolean,
): string[] {
  const { way, initiator } = instance;
  const at = way.findIndex(({ state }) => state === 'current');
  const here = way[at];
  if (decision === 'reject') return ['事项到此结束，不再往下审批', `${initiator}收到通知，看得到意见`];
  if (decision === 'return') {
    const node = instance.returnTo.find(({ nodeId }) => nodeId === returnTo);
    if (node) return [`回到“${node.name}”，由那里的审批人重新审批`, `${initiator}收到通知`];
    return [
      `${initiator}收到待办，补正后重新提交`,
      straightBack ? `补正后直接回到“${here?.name ?? '本节点'}”，前面的节点不重走` : '补正后从第一个节点重新审批',
    ];
  }
  if (here?.tasks.some(({ id, isAdded }) => id === instance.taskId && isAdded)) {
    return ['交回请您审签的人，由其决定'];
  }
  const others = here?.tasks.filter(
    ({ id, state }) => id !== instance.taskId && (state === 'open' || state === 'waiting'),
  );
  if (here && here.mode !== 'any' && others && others.length > 0) {
    return [`本节点还要${others.map(({ who }) => who).join('、')}审批`];
  }
  const next = way.slice(at + 1).find(({ kind }) => kind === 'approver');
  const copies = way.slice(at + 1).filter(({ kind }) => kind === 'copy');
  return [
    next ? `交给下一个节点“${next.name}”` : '这是最后一个节点，同意后办结',
    ...(next ? [] : [`${initiator}收到通知`]),
    ...(!next && copies.length > 0 ? ['抄送的人收到通知'] : []),
  ];
}
