import { Link } from 'react-router';
import { Icon } from '#platform/web/show/icons.tsx';
import type { TransferFinding } from '../contract.ts';
import type { Mending } from '../rules/checks.ts';

/** What the rules say of somebody who is to be transferred: faults first, each with its clause and the way out. */
export function Findings({ findings }: { findings: readonly (TransferFinding & { mending?: Mending | null })[] }) {
  if (findings.length === 0) return <p className="rel-quiet">提交时核对。</p>;
  return (
    <ul className="rel-rules">
      {findings.map((one) => (
        <li key={one.code} className={one.ok ? '' : one.level}>
          <Icon name={one.ok ? 'check' : 'warning'} size={16} />
          <div>
            <b>{one.title}</b>
            <p>{one.evidence}</p>
            {one.wayOut && (
              <p>
                {one.wayOut} {one.mending && <Link to={one.mending.to}>{one.mending.label}</Link>}
              </p>
            )}
            {!one.ok && <p className="muted">{one.clause}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
