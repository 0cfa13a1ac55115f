import type { ReactNode } from 'react';
import { Icon } from '../show/icons.tsx';

/** The note below a control: its fault, else its hint. @param live screen readers read it out when it changes */
export function FieldNote({
  id,
  fault,
  hint,
  live,
}: {
  id: string;
  fault: string | undefined;
  hint?: ReactNode;
  live?: boolean;
}) {
  return (
    <div id={id} role={live ? 'status' : undefined}>
      {fault ? (
        <p className="field-fault">
          <Icon name="warning" size={14} />
          {fault}
        </p>
      ) : (
        hint && <p className="field-hint">{hint}</p>
      )}
    </div>
  );
}
