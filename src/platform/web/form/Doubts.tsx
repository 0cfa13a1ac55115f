import { Icon } from '../show/icons.tsx';

/** Banners for what is unlikely but possible; they do not stop saving. */
export function Doubts({ found }: { found: readonly { text: string; clause: string }[] }) {
  return found.map(({ text, clause }) => (
    <div key={text} className="banner warn" role="status">
      <Icon name="warning" />
      <span className="grow">{text}</span>
      {clause && <span className="muted small">{clause}</span>}
    </div>
  ));
}
