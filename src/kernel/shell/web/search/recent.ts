import { RECENT, SEARCH_KINDS, type SearchKind } from '#overview/search/contract.ts';
import type { Session } from '#platform/web/session/session.ts';

/** Something of the server's by kind and id, or a page by its path. */
export type Choice = { kind: SearchKind; id: string } | { kind: 'page'; id: string };

/** For each role of each account of its own; kinds, ids and paths alone, no name. */
const keyOf = ({ user }: Session) => `search-recent:${user.userId}:${user.roleId}:${user.workOrgId}`;

const textOf = ({ kind, id }: Choice) => `${kind}:${id}`;

/** What was chosen before in this role on this browser, the latest first. */
export function recentChoices(session: Session): Choice[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(session)) ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.flatMap((text): Choice[] => {
      const [, kind, id] = /^(\w+):(.+)$/.exec(String(text)) ?? [];
      if (kind === 'page' && id?.startsWith('/')) return [{ kind, id }];
      if (kind && id && /^[1-9]\d{0,17}$/.test(id) && Object.hasOwn(SEARCH_KINDS, kind))
        return [{ kind: kind as SearchKind, id }];
      return [];
    });
  } catch {
    return [];
  }
}

/** Puts a choice first. */
export function rememberChoice(session: Session, choice: Choice): void {
  const chosen = textOf(choice);
  const others = recentChoices(session)
    .map(textOf)
    .filter((text) => text !== chosen);
  try {
    localStorage.setItem(keyOf(session), JSON.stringify([chosen, ...others].slice(0, RECENT)));
  } catch {
    // Without storage nothing is remembered.
  }
}
