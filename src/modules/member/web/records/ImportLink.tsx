import { Link } from 'react-router';
import { Icon } from '#platform/web/icons.tsx';
import { pathWithQuery } from '#platform/web/navigation.ts';
import { may, useSession } from '#platform/web/session.ts';
import { importing } from './importing.ts';

/** The way from a tab to its import, for whoever may import people. */
export function ImportLink({ kind }: { kind: string }) {
  const session = useSession();
  if (!may(session, 'member:import')) return null;
  return (
    <Link className="button compact" to={pathWithQuery(importing.path, { kind })}>
      <Icon name="import" size={14} />
      导入
    </Link>
  );
}
