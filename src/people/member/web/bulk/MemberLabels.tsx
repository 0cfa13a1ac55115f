import { useCall } from '#platform/web/call/hooks.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { memberLabels } from '../../contract.bulk.ts';

/** The labels that a person carries; put on and taken off from the list, for one or many. */
export function MemberLabels({ id }: { id: string }) {
  const readable = may(useSession(), 'member:read');
  const { data = [] } = useCall(memberLabels, { id }, { quiet: true, enabled: readable });
  return data.map((label) => (
    <span key={label.id} className="tag info" title="标签">
      {label.name}
    </span>
  ));
}
