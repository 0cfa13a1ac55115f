import { type ReactNode, useState } from 'react';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { useAct } from '../call/hooks.ts';
import { useDeleted } from '../press/undo.ts';
import { DeleteDialog } from './DeleteDialog.tsx';

interface Removal {
  /** Takes `{ id, deleteReason }`. */
  call: Endpoint;
  /** The recycle bin's call, for 撤销. */
  restore: Endpoint;
  /** The rows' kind in the bin. */
  kind: string;
  /** The word on the dialog and its button; by default 删除. */
  verb?: string;
  /** What happens, in one sentence. */
  consequence: (name: string) => ReactNode;
  onDeleted?: () => void;
}

/** Deletion of a row into the recycle bin: `ask` opens the dialog for the reason, `dialog` is drawn by the page. */
export function useRemove({ call, restore, kind, verb = '删除', consequence, onDeleted }: Removal) {
  const [row, setRow] = useState<{ id: string; name: string } | null>(null);
  const remove = useAct(call, { quiet: true });
  const deleted = useDeleted(restore, kind, call);
  const dialog = row && (
    <DeleteDialog
      restorable
      verb={verb}
      name={row.name}
      consequence={consequence(row.name)}
      onDelete={async ({ deleteReason }) => {
        await remove.mutateAsync({ id: row.id, deleteReason } as InputOf<Endpoint>);
        deleted(row);
        onDeleted?.();
      }}
      onClose={() => setRow(null)}
    />
  );
  return { ask: setRow, dialog };
}
