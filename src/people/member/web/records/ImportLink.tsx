import { Link } from 'react-router';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { recordImport } from './importing.ts';

/** The way from a tab to its import, for whoever may import people. */
export function ImportLink({ kind }: { kind: string }) {
  const session = useSession();
  if (!may(session, 'member:import')) return null;
  return (
    <Link className="button compact" to={pathWithQuery(recordImport.path, { kind })}>
      <Icon name="import" size={14} />
      导入
    </Link>
  );
}
