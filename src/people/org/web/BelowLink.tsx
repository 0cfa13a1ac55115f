import type { ReactNode } from 'react';

import { useCall } from '#platform/web/call/hooks.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
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
    <ButtonLink look="primary" to={to}>
      {children}
    </ButtonLink>
  );
}
