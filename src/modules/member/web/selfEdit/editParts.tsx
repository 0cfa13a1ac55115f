import { Icon, type IconName } from '#platform/web/icons.tsx';
import { SELF_EDIT_STATES, type SelfEditState } from '../../contract.selfEdit.ts';

/** Where proposals are reviewed. */
export const SELF_EDITS = '/affairs/member/selfEdit';

const LOOKS: Record<SelfEditState, { tone: string; icon: IconName }> = {
  pending: { tone: 'tag warn', icon: 'clock' },
  accepted: { tone: 'tag ok', icon: 'check' },
  partly: { tone: 'tag info', icon: 'check' },
  refused: { tone: 'tag bad', icon: 'undo' },
  withdrawn: { tone: 'tag', icon: 'close' },
};

/** 本人修改的状态 in a word with its sign. */
export function EditTag({ state }: { state: SelfEditState }) {
  const { tone, icon } = LOOKS[state];
  return (
    <span className={tone}>
      <Icon name={icon} />
      {SELF_EDIT_STATES[state]}
    </span>
  );
}
