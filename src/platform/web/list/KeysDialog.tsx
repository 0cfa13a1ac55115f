import { Dialog } from '../dialogs/Dialog.tsx';
import { LIST_KEYS } from './useListKeys.ts';

/** What each key does, and the switch that turns single keys off. */
export function KeysDialog({
  enabled,
  onEnable,
  onClose,
}: {
  enabled: boolean;
  onEnable: (on: boolean) => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="列表快捷键" icon="help" onClose={onClose}>
      <dl className="keys-list">
        {LIST_KEYS.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd className="key">{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd className="key">Shift</kbd>
          </dt>
          <dd>按住再点，选中一段</dd>
        </div>
      </dl>
      <label className="filter-option">
        <input
          type="checkbox"
          className="tick"
          checked={enabled}
          onChange={(event) => onEnable(event.target.checked)}
        />
        启用单键快捷键
      </label>
    </Dialog>
  );
}
