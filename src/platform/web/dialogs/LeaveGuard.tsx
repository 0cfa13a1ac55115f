import { useBlocker } from 'react-router';
import { unsavedNow, useUnsaved } from '../unsaved.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/**
 * While `name` names what was typed and not saved, leaving the page asks first; so do closing the window, signing out and
 * changing the role. Another view of the same page does not ask: it has to keep what was typed.
 */
export function LeaveGuard({ name }: { name: string | null }) {
  useUnsaved(name);
  const leave = useBlocker(
    ({ currentLocation, nextLocation }) =>
      name !== null && unsavedNow().includes(name) && nextLocation.pathname !== currentLocation.pathname,
  );
  if (leave.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={`离开 ${name}`}
      icon="warning"
      act="离开"
      cancel="继续填写"
      onConfirm={async () => leave.proceed()}
      onClose={() => leave.reset()}
    >
      填写的内容还没有保存，离开后将丢失。
    </ConfirmDialog>
  );
}
