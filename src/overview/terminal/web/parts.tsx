import { STATES, type State } from '../rules.ts';
import './box.css';

/** Whether a screen shows it, as a tag. */
export const StateMark = ({ state }: { state: State }) => (
  <span className={state === 'published' ? 'tag ok' : 'tag'}>{STATES[state]}</span>
);
