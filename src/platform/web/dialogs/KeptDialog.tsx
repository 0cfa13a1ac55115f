import { formatNumber } from '../show/number.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';

/** Which of many rows an act has left as they are, each with the reason. */
export function KeptDialog({
  title,
  unit,
  kept,
  onClose,
}: {
  title: string;
  /** What is counted: 人, 条. */
  unit: string;
  kept: readonly { id: string; name: string; note: string }[];
  onClose: () => void;
}) {
  return (
    <Dialog
      title={`${title} ${formatNumber(kept.length)}${unit}`}
      icon="warning"
      onClose={onClose}
      foot={
        <Button look="primary" onClick={onClose}>
          知道了
        </Button>
      }
    >
      <ul className="kept-list">
        {kept.map(({ id, name, note }) => (
          <li key={id}>
            <b>{name}</b>
            <span>{note}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
