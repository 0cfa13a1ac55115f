import type { Session } from '../session/session.ts';
import type { KeptAbout } from './keeper.ts';

/** Tells the roles of an account apart. */
export const roleKeyOf = ({ roleId, workOrgId }: Pick<Session['user'], 'roleId' | 'workOrgId'>) =>
  `${roleId}:${workOrgId}`;

const wordsOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? '';

/**
 * Where something is being typed, as the page says it.
 * @param dialog in which it is typed; null for the page
 */
export function aboutNow(dialog: Element | null, user: Session['user'] | undefined): KeptAbout {
  const crumb = document.querySelector('main .crumb');
  return {
    title: wordsOf(crumb?.querySelector('[aria-current]')) || (document.title.split(' - ')[0] ?? ''),
    dialog:
      dialog?.getAttribute('aria-label') ||
      wordsOf(document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')),
    crumbs: [...(crumb?.querySelectorAll('.crumb-step > :first-child') ?? [])].map(wordsOf),
    path: location.hash.replace(/^#/, ''),
    role: user ? { key: roleKeyOf(user), name: `${user.roleName} ${user.workOrg.name}` } : { key: '', name: '' },
  };
}
