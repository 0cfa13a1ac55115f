import { type ReactNode, Suspense, useContext, useMemo } from 'react';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { PersonTabsContext } from '#platform/web/route/manifests.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { Skeleton } from '#platform/web/show/states.tsx';

/** The tabs that modules above add to a person's record, as far as the session may see them. */
export function useAnnouncedTabs() {
  const session = useSession();
  return useContext(PersonTabsContext).filter(({ permission }) => may(session, permission));
}

/** The content of such a tab, its code loaded when it is first opened; of any other tab `children`. @param id of the person */
export function AnnouncedTab({ id, tab, children }: { id: string; tab: string; children: ReactNode }) {
  const found = useContext(PersonTabsContext).find(({ key }) => key === tab);
  const Content = useMemo(() => found && lazyPart(found.load), [found]);
  if (!Content) return children;
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Content id={id} />
    </Suspense>
  );
}
