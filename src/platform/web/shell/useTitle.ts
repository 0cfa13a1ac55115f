import { useContext, useEffect, useLayoutEffect } from 'react';
import { SiteContext } from '../session/session.ts';

const useProduct = () => useContext(SiteContext)?.productName ?? '智慧党建平台';

/**
 * Names the window by the route at an address, before a page of it names itself. Another tab or filter of the same address
 * leaves the page's own name.
 */
export function useRouteTitle(title: string | undefined, address: string): void {
  const product = useProduct();
  // biome-ignore lint/correctness/useExhaustiveDependencies: two addresses may have routes of one title
  useLayoutEffect(() => {
    if (title) document.title = `${title} - ${product}`;
  }, [title, product, address]);
}

/** Names the window: the page, then the product. Without a title the name stays as it is. */
export function useTitle(title: string | undefined): void {
  const product = useProduct();
  // After every drawing: two pages of the same name follow one another without a change of `title`.
  useEffect(() => {
    if (title) document.title = `${title} - ${product}`;
  });
}
