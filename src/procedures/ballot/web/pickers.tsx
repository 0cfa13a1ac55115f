import { Suspense } from 'react';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { Skeleton } from '#platform/web/show/states.tsx';

const Editor = lazyPart(async () => ({ default: (await import('./BallotForm.tsx')).BallotEditor }));

/** The form of a vote, for another module's page: `new`, or the id of a draft. */
export const BallotForm = (props: { id: string; onDone: () => void }) => (
  <Suspense fallback={<Skeleton lines={10} />}>
    <Editor {...props} />
  </Suspense>
);
