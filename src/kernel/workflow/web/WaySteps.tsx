import { MODES } from '../contract.definition.ts';
import type { WayStep } from '../contract.process.ts';
import './way.css';

/** The nodes that a matter would pass, with who decides at each. */
export function WaySteps({ steps }: { steps: readonly WayStep[] }) {
  if (steps.length === 0) return <p className="muted">没有要经过的节点，提交后直接通过。</p>;
  return (
    <ol className="way-steps">
      {steps.map((step, at) => (
        <li key={step.nodeId}>
          <span className="way-number" aria-hidden="true">
            {at + 1}
          </span>
          <div>
            <p>
              <b>{step.name}</b>
              {step.kind === 'copy' ? (
                <span className="tag">抄送</span>
              ) : (
                step.people.length > 1 && <span className="tag">{MODES[step.mode]}</span>
              )}
            </p>
            {step.people.length > 0 && (
              <p className="secondary small">
                {step.people.map((one) => (one.orgName ? `${one.name}（${one.orgName}）` : one.name)).join('、')}
              </p>
            )}
            {step.choose > 0 && step.people.length === 0 && <p className="secondary small">由发起人选定</p>}
            {step.remark && <p className="way-remark">{step.remark}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
