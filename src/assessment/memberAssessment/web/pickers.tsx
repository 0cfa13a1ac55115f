import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import type { PersonExemptions as Whole } from './PersonExemptions.tsx';

// Only who opens that tab loads it.
const Lazy = lazyPart(async () => ({ default: (await import('./PersonExemptions.tsx')).PersonExemptions }));

/** 免考 of people, for the page on which that of organisations stands. */
export function PersonExemptions(props: ComponentProps<typeof Whole>) {
  return (
    <Suspense fallback={null}>
      <Lazy {...props} />
    </Suspense>
  );
}
