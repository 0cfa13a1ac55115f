import { Suspense } from 'react';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';

// The cleaner of rich texts weighs more than the page of an exam; few stems need it.
const RichText = lazyPart(async () => ({ default: (await import('#platform/web/editor/RichText.tsx')).RichText }));

/** A stem as it is read: its lines, or its pictures, tables and marked words. */
export function Stem({ of, className }: { of: { stem: string; rich: string }; className: string }) {
  if (of.rich === '') return <p className={className}>{of.stem}</p>;
  return (
    <div className={className}>
      <Suspense fallback={of.stem}>
        <RichText html={of.rich} />
      </Suspense>
    </div>
  );
}
