import { Icon } from '../show/icons.tsx';

interface OpinionProps {
  id: string;
  /** 审批意见, 退回原因, 删除原因. */
  label: string;
  /** It may not be left out. */
  must?: boolean;
  rows?: number;
  /** Most characters. */
  max?: number;
  value: string;
  fault: string | undefined;
  /** Said below the field while nothing is wrong. */
  hint?: string;
  onChange: (value: string) => void;
}

/** A reason or an opinion in a few lines, with its fault below it. */
export function OpinionField(props: OpinionProps) {
  const { id, label, must = false, rows = 2, max = 200, value, fault, hint, onChange } = props;
  return (
    <div>
      <label className="field-label" htmlFor={id}>
        {must && <span className="must">*</span>}
        {label}
      </label>
      <textarea
        id={id}
        className={fault ? 'field-area wrong' : 'field-area'}
        rows={rows}
        maxLength={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-required={must}
        aria-invalid={Boolean(fault)}
        aria-describedby={`${id}-fault`}
      />
      <div id={`${id}-fault`}>
        {fault ? (
          <p className="field-fault" role="alert">
            <Icon name="warning" size={14} />
            {fault}
          </p>
        ) : (
          hint && <p className="field-hint">{hint}</p>
        )}
      </div>
    </div>
  );
}
