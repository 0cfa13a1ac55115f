import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Definition } from '../../contract.definition.ts';
import type { Fault } from '../../rules.definition.ts';
import { findNode } from './edit.ts';
import { START } from './walk.ts';
import { titleOf } from './words.ts';

/** What keeps the process from being published, each with the way to it. */
export function CheckPanel({
  definition,
  faults,
  onGo,
}: {
  definition: Definition;
  faults: readonly Fault[];
  onGo: (nodeId: string) => void;
}) {
  if (faults.length === 0) {
    return (
      <p className="banner ok">
        <Icon name="check" />
        <span>没有发现问题，可以发布。</span>
      </p>
    );
  }
  return (
    <ul className="panel-faults" aria-label="发布前要改的地方">
      {faults.map((fault) => {
        const node = fault.nodeId === '' ? undefined : findNode(definition, fault.nodeId);
        return (
          <li key={`${fault.nodeId} ${fault.text}`}>
            <Icon name="warning" />
            <span>
              <b>{fault.text}</b>
              <span className="muted small">{node ? titleOf(node) : '整个流程'}</span>
            </span>
            <Button size="compact" onClick={() => onGo(node ? fault.nodeId : START)}>
              定位
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
