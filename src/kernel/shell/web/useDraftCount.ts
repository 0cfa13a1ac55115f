import { useEffect, useState } from 'react';
import { countDrafts } from '#platform/web/kept/drafts.ts';
import { onShelf } from '#platform/web/kept/shelf.ts';

/** How many drafts an account has in this browser, as they come and go; none while that is not known. */
export function useDraftCount(account: string): number {
  const [count, setCount] = useState(0);
  useEffect(() => {
    // A browser that refuses storage has kept nothing.
    const read = () => void countDrafts(account).then(setCount, () => {});
    read();
    return onShelf(read);
  }, [account]);
  return count;
}
