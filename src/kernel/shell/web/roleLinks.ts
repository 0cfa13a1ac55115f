import { ROLE } from '#kernel/session/contract.ts';
import { maskedName } from '#kernel/shell/rules.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import type { Session } from '#platform/web/session/session.ts';

/** Entries of this window's storage; a sign-out clears them with everything else of the session. */
const ENTRIES: Readonly<Record<string, (user: Session['user']) => string>> = {
  'floating-party': ({ reportCode }) => `/report-in/${reportCode}`,
  'double-report': ({ workOrgId, workOrg }) =>
    pathWithQuery('/service/addMember', { orgId: workOrgId, orgName: workOrg.name }),
};

/**
 * Writes where the QR codes for floating members and for reporting in a community lead, for party workers alone; in any
 * other role they are removed (specification, section 4). They name the organisation, and the worker masked.
 */
export function saveRoleLinks({ user }: Pick<Session, 'user'>, origin: string, storage: Storage): void {
  for (const [entry, path] of Object.entries(ENTRIES)) {
    try {
      if (user.roleId !== ROLE.worker) storage.removeItem(entry);
      else {
        const url = `${origin}/#${path(user)}`;
        storage.setItem(entry, JSON.stringify({ url, idCardNo: masked(user.idCardNo) }));
      }
    } catch {
      // Storage may be refused; the pages that show the codes make them anew.
    }
  }
}

/** The server masks it already; a full one must not be stored whatever it sends. */
const masked = (idCardNo: string) => (idCardNo.includes('*') ? idCardNo : maskedName(idCardNo));
