import { Suspense, useState } from 'react';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { urge } from '../contract.urge.ts';

const UrgeDialog = lazyPart(() => import('./UrgeDialog.tsx'));

/** 一键催办 of what a list shows as late; `code` is the rule that is broken. For whoever may remind organisations below. */
export function UrgeButton({ code }: { code: string }) {
  const [open, setOpen] = useState(false);
  if (!may(useSession(), urge.access)) return null;
  return (
    <>
      <Button icon="bell" onClick={() => setOpen(true)}>
        一键催办
      </Button>
      {open && (
        <Suspense>
          <UrgeDialog code={code} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
