import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A link that looks like the button it stands beside. */
export function LinkButton({ to, primary, children }: { to: string; primary?: boolean; children: ReactNode }) {
  return (
    <Link className={primary ? 'button primary' : 'button'} to={to}>
      {children}
    </Link>
  );
}
