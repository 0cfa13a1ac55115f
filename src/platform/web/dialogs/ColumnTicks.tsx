import { Button } from '../ui/Button.tsx';
import '../form/form.css';

/** Chooses the columns of an export; `usual` are those that one press chooses. */
export function ColumnTicks<Key extends string>({
  fields,
  usual,
  chosen,
  onChange,
}: {
  fields: readonly { key: Key; label: string }[];
  usual: readonly Key[];
  chosen: readonly Key[];
  onChange: (chosen: readonly Key[]) => void;
}) {
  return (
    <fieldset className="export-columns">
      <legend className="field-label">导出的列</legend>
      <p className="export-choices">
        <span className="muted">
          已选{chosen.length} / {fields.length}列
        </span>
        <Button look="word" onClick={() => onChange(fields.map(({ key }) => key))}>
          全选
        </Button>
        <Button look="word" onClick={() => onChange(usual)}>
          常用{usual.length}列
        </Button>
      </p>
      {fields.map(({ key, label }) => (
        <label key={key} className="filter-option">
          <input
            type="checkbox"
            className="tick"
            checked={chosen.includes(key)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, key] : chosen.filter((other) => other !== key))
            }
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
