import { Icon } from '../show/icons.tsx';

/** What is unlikely but may be so: one banner each, which stops nobody. */
export function Doubts({ found }: { found: readonly { text: string; clause: string }[] }) {
  return found.map(({ text, clause }) => (
    <div key={text} className="banner warn" role="status">
      <Icon name="warning" />
      <span className="grow">{text}</span>
      {clause && <span className="muted small">{clause}</span>}
    </div>
  ));
}
