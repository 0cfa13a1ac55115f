import type { ReactNode } from 'react';

/**
 * A link to a record in a row. A plain anchor: the router's own link would follow every change of the address,
 * a hundred times a page. The table's one listener hands the click to the router.
 */
export function RowLink({ to, title, children }: { to: string; title?: string; children: ReactNode }) {
  return (
    <a href={`#${to}`} title={title} data-row-link>
      {children}
    </a>
  );
}
