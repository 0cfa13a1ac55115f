import { Suspense, useRef, useState } from 'react';
import { ROLE } from '#kernel/session/contract.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { listHelp } from '../contract.ts';
import { helpOf, MAX_DOCUMENTS } from '../rules.ts';

const HelpPanel = lazyPart(() => import('./HelpPanel.tsx'));
/** Milliseconds for which the list of documents is taken as it was. */
const FRESH = 600_000;

/**
 * What a page's head offers for help: 本页帮助 for everybody where a document is bound to the page, and at organisation 0001
 * 帮助, the documents of the whole platform (specification 2), which the member role has not.
 * @param path as in docs/routes.txt
 */
export function HelpButton({ path }: { path: string }) {
  const { user } = useSession();
  const [open, setOpen] = useState<'page' | 'all' | null>(null);
  const pressed = useRef<HTMLButtonElement>(null);
  const list = useCall(listHelp, { pageSize: MAX_DOCUMENTS }, { quiet: true, staleTime: FRESH });
  const found = helpOf(path, list.data?.rows ?? []);
  const all = user.workOrg.orgCode === '0001' && user.roleId !== ROLE.member;
  // The help itself needs none.
  if (path === '/help' || !(found || all)) return null;
  const button = (which: 'page' | 'all', label: string) => (
    <Button
      look="plain"
      icon={which === 'page' ? 'document' : 'help'}
      aria-expanded={open === which}
      onClick={(event) => {
        pressed.current = event.currentTarget;
        setOpen(open === which ? null : which);
      }}
    >
      {label}
    </Button>
  );
  return (
    <>
      {found && button('page', '本页帮助')}
      {all && button('all', '帮助')}
      {open && (
        <Suspense>
          <HelpPanel
            key={open}
            id={open === 'page' ? (found?.id ?? null) : null}
            list={list}
            onClose={() => {
              setOpen(null);
              pressed.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
