import { ownMatterRefusal } from '../../oneself.ts';
import { useSession } from './session.ts';

/**
 * Whether a person is whoever sits here: nobody decides for oneself (`subject` of a contract), so no button stands at the own row.
 * What stands there instead is `OwnMatter`.
 */
export function useIsOneself(): (memberId: string | null | undefined) => boolean {
  const own = useSession().member?.id;
  return (memberId) => own !== undefined && memberId === own;
}

/** In place of a button at the own row: who does it instead, and why in full. @param act as the log names it */
export const OwnMatter = ({ act, children }: { act: string; children: string }) => (
  <span className="muted small" title={ownMatterRefusal(act)}>
    {children}
  </span>
);
