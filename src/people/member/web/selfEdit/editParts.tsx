import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import { SELF_EDIT_STATES, type SelfEditState } from '../../contract.selfEdit.ts';

/** Where proposals are reviewed. */
export const SELF_EDITS = '/affairs/member/selfEdit';

const LOOKS: Record<SelfEditState, StateLook> = {
  pending: 'waiting',
  accepted: 'good',
  partly: 'partly',
  refused: 'bad',
  withdrawn: 'over',
};

/** 本人修改的状态 in a word with its sign. */
export function EditTag({ state }: { state: SelfEditState }) {
  return <StateTag look={LOOKS[state]}>{SELF_EDIT_STATES[state]}</StateTag>;
}
