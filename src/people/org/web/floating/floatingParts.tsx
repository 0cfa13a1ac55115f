import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import { FLOATING_STATES, type FloatingState } from '../../rules.floating.ts';

export const FLOATING_LIST = '/affairs/organization/mobileOrgList';
export const FLOATING_DETAILS = '/affairs/organization/mobileOrgDetails';
export const FLOATING_FORM = '/affairs/mobilePartyMembers/addMobileOrganization';

const LOOKS: Record<FloatingState, StateLook> = {
  pending: 'waiting',
  returned: 'bad',
  established: 'good',
  dissolved: 'over',
};

/** 状态 in a word with its sign. */
export function FloatingTag({ state }: { state: FloatingState }) {
  return <StateTag look={LOOKS[state]}>{FLOATING_STATES[state]}</StateTag>;
}
