import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons.tsx';

/** What a state means to the reader, whatever its name. */
export type StateLook = 'waiting' | 'good' | 'partly' | 'bad' | 'over';

const LOOKS: Record<StateLook, { tone: string; icon: IconName }> = {
  waiting: { tone: 'tag warn', icon: 'clock' },
  good: { tone: 'tag ok', icon: 'check' },
  partly: { tone: 'tag info', icon: 'check' },
  bad: { tone: 'tag bad', icon: 'undo' },
  over: { tone: 'tag', icon: 'close' },
};

/** The state of a request in a word, with a sign and a tone of its own. */
export function StateTag({ look, children }: { look: StateLook; children: ReactNode }) {
  const { tone, icon } = LOOKS[look];
  return (
    <span className={tone}>
      <Icon name={icon} />
      {children}
    </span>
  );
}
