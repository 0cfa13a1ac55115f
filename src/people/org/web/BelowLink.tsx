import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { getOrg, type OrgDetail } from '../contract.ts';

/** The way to a form about what stands below an organisation; not offered where there can be none, or before that is known. */
export function BelowLink({
  orgId,
  to,
  fits,
  children,
}: {
  orgId: string;
  to: string;
  fits: (org: OrgDetail) => boolean;
  children: ReactNode;
}) {
  const { data } = useCall(getOrg, { orgId }, { quiet: true });
  if (!data || !fits(data)) return null;
  return (
    <Link className="button primary" to={to}>
      {children}
    </Link>
  );
}
