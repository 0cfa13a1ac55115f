import { useContext, useEffect } from 'react';
import { SiteContext } from '../session.ts';

/** Names the window: the page, then the product. Without a title the name stays as it is. */
export function useTitle(title: string | undefined): void {
  const product = useContext(SiteContext)?.productName ?? '智慧党建平台';
  // After every drawing: two pages of the same name follow one another without a change of `title`.
  useEffect(() => {
    if (title) document.title = `${title} - ${product}`;
  });
}
