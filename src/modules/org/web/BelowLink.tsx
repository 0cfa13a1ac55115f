import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '#platform/web/hooks.ts';
import { getOrg, type OrgDetail } from '../contract.ts';

/**
 * The way to a form about what stands below an organisation. Where it is known that there can be none, the button stays in
 * its place and says why, instead of leading to a page that refuses.
 */
export function BelowLink({
  orgId,
  to,
  fits,
  why,
  children,
}: {
  orgId: string;
  to: string;
  fits: (org: OrgDetail) => boolean;
  why: string;
  children: ReactNode;
}) {
  const { data } = useCall(getOrg, { orgId }, { quiet: true });
  if (!data || fits(data)) {
    return (
      <Link className="button primary" to={to}>
        {children}
      </Link>
    );
  }
  return (
    <button type="button" className="button primary" disabled title={why}>
      {children}
    </button>
  );
}
