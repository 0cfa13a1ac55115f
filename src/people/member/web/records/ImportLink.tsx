import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { recordImport } from './importing.ts';

/** The way from a tab to its import, for whoever may import people. */
export function ImportLink({ kind }: { kind: string }) {
  const session = useSession();
  if (!may(session, 'member:import')) return null;
  return (
    <ButtonLink size="compact" icon="import" iconSize={14} to={pathWithQuery(recordImport.path, { kind })}>
      导入
    </ButtonLink>
  );
}
