import { Suspense, useState } from 'react';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { urge } from '../contract.urge.ts';

const UrgeDialog = lazyPart(() => import('./UrgeDialog.tsx'));

/** 一键催办 of what a list shows as late; `code` is the rule that is broken. For whoever may remind organisations below. */
export function UrgeButton({ code }: { code: string }) {
  const [open, setOpen] = useState(false);
  if (!may(useSession(), urge.access)) return null;
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        <Icon name="bell" />
        一键催办
      </button>
      {open && (
        <Suspense>
          <UrgeDialog code={code} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
