import { Icon, type IconName } from '#platform/web/icons.tsx';
import { FLOATING_STATES, type FloatingState } from '../../rules.floating.ts';

export const FLOATING_LIST = '/affairs/organization/mobileOrgList';
export const FLOATING_DETAILS = '/affairs/organization/mobileOrgDetails';
export const FLOATING_FORM = '/affairs/mobilePartyMembers/addMobileOrganization';

const LOOKS: Record<FloatingState, { tone: string; icon: IconName }> = {
  pending: { tone: 'tag warn', icon: 'clock' },
  returned: { tone: 'tag bad', icon: 'undo' },
  established: { tone: 'tag ok', icon: 'check' },
  dissolved: { tone: 'tag', icon: 'close' },
};

/** 状态 in a word with its sign. */
export function FloatingTag({ state }: { state: FloatingState }) {
  const { tone, icon } = LOOKS[state];
  return (
    <span className={tone}>
      <Icon name={icon} />
      {FLOATING_STATES[state]}
    </span>
  );
}
