import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { CHANGE_STATES, type ChangeState } from '../../rules.changes.ts';

const LOOKS: Readonly<Record<ChangeState, readonly [tone: string, icon: IconName]>> = {
  draft: ['info', 'clock'],
  done: ['ok', 'check'],
  reversed: ['', 'undo'],
};

/** Whether a document waits, was carried out or was taken back, by sign and word. */
export function ChangeTag({ state }: { state: ChangeState }) {
  const [tone, icon] = LOOKS[state];
  return (
    <span className={`tag ${tone}`}>
      <Icon name={icon} />
      {CHANGE_STATES[state]}
    </span>
  );
}
