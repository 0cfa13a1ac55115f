import { createContext, useContext } from 'react';

/** The account that works in this window, its role and organisation, as the server answered at sign-in. */
export interface Session {
  user: {
    userId: string;
    userName: string;
    roleId: number;
    roleName: string;
    /** The role's landing page. */
    roleUrl: string;
    /** The organisation at which the role acts; its subtree bounds what is seen. */
    workOrgId: string;
    workOrg: { orgCode: string; name: string };
    /** Of a party worker's organisation, for its 报到码; else empty. */
    reportCode: string;
    loginCount: number;
    /** Until the password is changed nothing else answers. */
    ifCompelChangePwd: boolean;
    /** Masked. */
    idCardNo: string;
    threeInOneRole: string | null;
  };
  roles: readonly { roleId: number; roleName: string; roleUrl: string; orgId: string; orgName: string }[];
  permissions: readonly number[];
  permissionKeys: readonly string[];
  member: { id: string; name: string; orgId: string; orgName: string } | null;
  /** Belongs to another system: lands on the platform chooser. */
  externalStaff: boolean;
  /** `required`: until it is set up hardly anything answers. */
  secondFactor: { enrolled: boolean; required: boolean };
}

/** The settings of the installation that pages show. */
export interface Site {
  productName: string;
  logoText: string;
  hostUnit: string;
  supportPhone: string;
  supportHours: string;
  icp: string;
  police: string;
  reportLink: { text: string; url: string } | null;
  instantMessagingUrl: string | null;
  /** The old paste plug-in of the user's machine; null where the site does without. */
  pastePlugin: { url: string; version: string } | null;
  /** Pages bear the name of who looks at them, faintly. */
  pageMark: boolean;
  kind: 'city' | 'college';
  /** Where the homes of workers show the carousel: across the page, or beside the notices. */
  carousel: 'band' | 'beside';
  /** Origins besides the own one to which the pages may lead. */
  redirectOrigins: readonly string[];
  city: string;
  /** `spec`: 6 to 12 signs with letters and digits; `strict`: 8 to 64 of any kind. */
  passwordPolicy: 'spec' | 'strict';
}

export const SessionContext = createContext<Session | null>(null);
export const SiteContext = createContext<Site | null>(null);

/** The session of this window. Only below the frame, which waits for it. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside the frame');
  return session;
}

/** The installation's configuration. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite outside the frame');
  return site;
}

/**
 * Whether the session has the comma-separated permissions, all of them or any (specification, section 5): keys or numeric ids.
 * `*:*:*` grants all; keys that start with `extend:` are looked up in the three-in-one role. No key grants nothing.
 */
export function may(
  session: Pick<Session, 'permissions' | 'permissionKeys' | 'user'>,
  keys: string,
  mode: 'all' | 'any' = 'all',
): boolean {
  const wantedKeys = keys.split(',').filter(Boolean);
  if (wantedKeys.length === 0) return false;
  const has = (key: string) => {
    if (key.startsWith('extend:')) return (session.user.threeInOneRole ?? '').split(',').includes(key);
    if (session.permissionKeys.includes('*:*:*')) return true;
    return session.permissionKeys.includes(key) || session.permissions.map(String).includes(key);
  };
  return mode === 'all' ? wantedKeys.every(has) : wantedKeys.some(has);
}

/** The site demands a second factor which is not set up; a compulsory password change comes before it. */
export const mustSetUpSecondFactor = ({ secondFactor, user }: Session): boolean =>
  secondFactor.required && !secondFactor.enrolled && !user.ifCompelChangePwd;
