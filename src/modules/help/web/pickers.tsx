import { Suspense, useRef, useState } from 'react';
import { ROLE } from '#modules/session/contract.ts';
import { useCall } from '#platform/web/hooks.ts';
import { Icon } from '#platform/web/icons.tsx';
import { latePart } from '#platform/web/latePart.tsx';
import { useSession } from '#platform/web/session.ts';
import { listHelp } from '../contract.ts';
import { helpOf, MAX_DOCUMENTS } from '../rules.ts';

const HelpPanel = latePart(() => import('./HelpPanel.tsx'));
/** Milliseconds for which the list of documents is taken as it was. */
const FRESH = 600_000;

/**
 * The help button of a page's head. It stands at organisation 0001 (specification 2), and elsewhere where the page has
 * a document of its own; the member role has none.
 * @param path as in docs/routes.txt
 */
export function HelpButton({ path }: { path: string }) {
  const { user } = useSession();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const isMember = user.roleId === ROLE.member;
  const list = useCall(listHelp, { pageSize: MAX_DOCUMENTS }, { quiet: true, staleTime: FRESH, enabled: !isMember });
  const found = helpOf(path, list.data?.rows ?? []);
  // The help itself needs none.
  if (isMember || path === '/help' || !(found || user.workOrg.orgCode === '0001')) return null;
  return (
    <>
      <button ref={button} type="button" className="button plain" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="help" />
        帮助
      </button>
      {open && (
        <Suspense>
          <HelpPanel
            id={found?.id ?? (list.isPending ? undefined : null)}
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
