import { Icon } from '#platform/web/show/icons.tsx';
import { MODES } from '../../contract.definition.ts';
import type { InstanceDetail } from '../../contract.ts';

type Node = InstanceDetail['way'][number];

/** Who stands at a node, or who decided there; one alone with the organisation, which tells one role's holder from another's. */
function peopleOf({ tasks }: Node): string {
  const live = tasks.filter(({ state }) => state !== 'closed' && state !== 'passed');
  const shown = live.length > 0 ? live : tasks;
  const [only] = shown;
  if (only && shown.length === 1 && !only.decidedBy) return only.orgName ? `${only.who}（${only.orgName}）` : only.who;
  return [...new Set(shown.map((task) => task.decidedBy || task.who))].join('、');
}

const STATES = { done: '已过', current: '当前', ahead: '未到' } as const;

/** The way from the initiator to the end: what is done, where it is, what is ahead. */
export function WayCard({ instance }: { instance: InstanceDetail }) {
  const { way, state } = instance;
  const over = state !== 'running' && state !== 'returned';
  return (
    <section className="card work-way" aria-label="审批流程">
      <p className="work-way-head">
        {instance.processName}
        <span className="muted small">第{instance.processNumber}版</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <ol tabIndex={0}>
        <li className="done">
          <span className="work-node">
            <Icon name="check" size={13} />
          </span>
          <b>发起</b>
          <span className="work-who">{instance.initiator}</span>
          <span className="visually-hidden">已过</span>
        </li>
        {way.map((node, at) => {
          const several = node.kind === 'approver' && node.tasks.length > 1;
          const stopped = node.tasks.some((task) => task.state === 'rejected' || task.state === 'returned');
          const shape = node.state !== 'current' && stopped ? 'stopped' : node.state;
          return (
            <li key={node.nodeId} className={shape} aria-current={node.state === 'current' ? 'step' : undefined}>
              <span className="work-node">
                {shape === 'done' ? (
                  <Icon name="check" size={13} />
                ) : shape === 'stopped' ? (
                  <Icon name="warning" size={13} />
                ) : (
                  at + 2
                )}
              </span>
              <b>{node.name}</b>
              <span className="work-who" title={peopleOf(node)}>
                {peopleOf(node) || (node.kind === 'copy' ? '抄送' : '')}
                {several && `（${MODES[node.mode]}）`}
              </span>
              <span className="visually-hidden">{STATES[node.state]}</span>
            </li>
          );
        })}
        <li className={over ? 'done' : 'ahead'}>
          <span className="work-node">{over ? <Icon name="check" size={13} /> : way.length + 2}</span>
          <b>办结</b>
          <span className="visually-hidden">{over ? '已过' : '未到'}</span>
        </li>
      </ol>
    </section>
  );
}
