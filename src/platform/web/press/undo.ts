import { useQueryClient } from '@tanstack/react-query';
import type { Endpoint, InputOf } from '#platform/contract.ts';
import { call } from '../call/api.ts';
import { emit } from '../call/events.ts';
import { markStale } from '../call/hooks.ts';
import { may, useSession } from '../session/session.ts';

/**
 * Offers 撤销 for eight seconds after an act, wherever the user goes meanwhile.
 * @param back the call that takes the act back
 * @param act the act itself: what it made stale is stale again afterwards
 */
export function useUndo<Back extends Endpoint>(back: Back, act: Endpoint) {
  const client = useQueryClient();
  return (text: string, input: InputOf<Back>) =>
    emit('undoable', {
      text,
      act: '撤销',
      run: async () => {
        try {
          await call(back, input);
        } catch {
          // The client has shown why.
          return;
        }
        markStale(client, act);
        emit('notice', { kind: 'success', text: '已撤销' });
      },
    });
}

/**
 * After a deletion into the recycle bin: shows a message and, to those who may restore, 撤销.
 * @param restore the recycle bin's call
 * @param kind the rows' kind there
 */
export function useDeleted(restore: Endpoint, kind: string, removal: Endpoint) {
  const mayRestore = may(useSession(), restore.access);
  const offer = useUndo(restore, removal);
  return (row: { id: string; name: string }) => {
    emit('notice', { kind: 'success', text: '删除成功' });
    if (mayRestore) offer(`已删除${row.name}`, { kind, id: row.id, reason: '撤销删除' } as InputOf<Endpoint>);
  };
}
