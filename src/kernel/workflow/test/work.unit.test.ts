import { describe, expect, it } from 'vitest';
import type { TaskView } from '../contract.ts';
import { readFen, yuanText } from '../rules.money.ts';
import { effectsOf, withPhrase } from '../web/matter/decision.ts';

const task = (id: string, state: TaskView['state'], who: string): TaskView => ({
  id,
  nodeId: 'n1',
  nodeName: '会签',
  state,
  who,
  orgName: '',
  decidedBy: '',
  behalfOf: '',
  decidedAt: null,
  opinion: '',
  openedAt: '',
  dueAt: null,
  isOverdue: false,
  isAdded: false,
});

describe('what follows a decision', () => {
  const node = (nodeId: string, name: string, state: 'done' | 'current' | 'ahead', tasks: TaskView[] = []) =>
    ({ nodeId, kind: 'approver', name, mode: 'all', state, tasks }) as const;
  const two = [task('1', 'open', '周敏'), task('2', 'open', '向丽华')];
  const instance = {
    taskId: '1',
    initiator: '陈建波',
    returnTo: [{ nodeId: 'n0', name: '支部审核' }],
    way: [node('n0', '支部审核', 'done'), node('n1', '会签', 'current', two), node('n2', '书记审批', 'ahead')],
  };

  it('a signer who was asked along gives it back to whoever asked', () => {
    const asked = { ...task('1', 'open', '王建军'), isAdded: true };
    const way = [node('n1', '会签', 'current', [task('2', 'waiting', '周敏'), asked])];
    expect(effectsOf({ ...instance, way }, 'agree', '', true)).toEqual(['交回请您审签的人，由其决定']);
  });

  it('names whoever else must sign, then the next node, then the end', () => {
    expect(effectsOf(instance, 'agree', '', true)).toEqual(['本节点还要向丽华审批']);
    const alone = {
      ...instance,
      way: [instance.way[0], node('n1', '会签', 'current', two.slice(0, 1)), instance.way[2]],
    };
    expect(effectsOf(alone as typeof instance, 'agree', '', true)).toEqual(['交给下一个节点“书记审批”']);
    const last = { ...alone, way: alone.way.slice(0, 2) };
    expect(effectsOf(last as typeof instance, 'agree', '', true)[0]).toBe('这是最后一个节点，同意后办结');
  });

  it('says to whom it goes back and where it comes afterwards', () => {
    expect(effectsOf(instance, 'return', '', true)[1]).toBe('补正后直接回到“会签”，前面的节点不重走');
    expect(effectsOf(instance, 'return', '', false)[1]).toBe('补正后从第一个节点重新审批');
    expect(effectsOf(instance, 'return', 'n0', true)[0]).toBe('回到“支部审核”，由那里的审批人重新审批');
  });
});

it('a phrase follows what was written', () => {
  expect(withPhrase('', '同意')).toBe('同意');
  expect(withPhrase('请写明时间。', '请补充附件')).toBe('请写明时间；请补充附件');
});

it('yuan are read as fen without losing one', () => {
  expect(['1200', '0.1', '8.29', '99999999999.99', ' 5 '].map(readFen)).toEqual([
    120_000, 10, 829, 9_999_999_999_999, 500,
  ]);
  expect(['', '-1', '1.234', '1e3', '1,20'].map(readFen)).toEqual([null, null, null, null, null]);
  expect(['１２', '1,200'].map(readFen)).toEqual([1200, 120_000]);
  expect([120_000, 120_050, 8].map(yuanText)).toEqual(['1200', '1200.50', '0.08']);
});
