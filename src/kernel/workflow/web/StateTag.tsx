import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { INSTANCE_STATES, type InstanceState } from '../contract.ts';

const LOOKS: Readonly<Record<InstanceState, readonly [tone: string, icon: IconName]>> = {
  running: ['info', 'clock'],
  returned: ['warn', 'undo'],
  approved: ['ok', 'check'],
  rejected: ['bad', 'close'],
  withdrawn: ['', 'back'],
};

/** Where a matter stands, by sign and word. */
export function StateTag({ state }: { state: InstanceState }) {
  const [tone, icon] = LOOKS[state];
  return (
    <span className={`tag ${tone}`}>
      <Icon name={icon} />
      {INSTANCE_STATES[state]}
    </span>
  );
}
