import { useRef } from 'react';
import { useBlocker } from 'react-router';
import { unsavedLostBetween } from '../press/unsaved.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/** Asks before a page is left while it holds typed text that cannot be kept. It is mounted once, above all pages. */
export function LeaveGuard() {
  const names = useRef<readonly string[]>([]);
  // The way back takes a moment: who called it off by closing the question would be asked once more, and never get away.
  const isLeaving = useRef(false);
  const leave = useBlocker(({ currentLocation, nextLocation }) => {
    names.current = unsavedLostBetween(currentLocation, nextLocation);
    isLeaving.current = false;
    return names.current.length > 0;
  });
  if (leave.state !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="离开本页"
      icon="warning"
      act="离开"
      cancel="继续填写"
      onConfirm={async () => {
        isLeaving.current = true;
        leave.proceed();
      }}
      onClose={() => {
        if (!isLeaving.current) leave.reset();
      }}
    >
      {[...new Set(names.current)].join('、')}还没有保存，离开后将丢失。
    </ConfirmDialog>
  );
}
