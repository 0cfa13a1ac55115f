import type { z } from 'zod';
import type { urgeReply } from '#house/givenCalls.ts';
import type { Endpoint } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';

/** A sentence with the organisations that have no account to be reminded; empty where all have one. */
export const unreachableText = (names: readonly string[]) =>
  names.length > 0 ? `没有党务工作者账号，请电话联系：${names.slice(0, 5).join('、')}` : '';

/** 催办 of all that are late or due soon, with the outcome as a message. @param noun the word for them: 责任单位 */
export function useUrge(
  endpoint: Endpoint<z.ZodObject<{ id: z.ZodString }>, typeof urgeReply>,
  id: string,
  noun: string,
) {
  const urge = useAct(endpoint);
  return {
    isPending: urge.isPending,
    run: async () => {
      try {
        const { due, reminded, recently, missing } = await urge.mutateAsync({ id });
        const words = [
          due === 0 ? `没有要催办的${noun}` : `${due}个${noun}还没有报，已提醒${reminded}个`,
          recently > 0 ? `${recently}个两小时内催过` : '',
          unreachableText(missing),
        ];
        emit('notice', { kind: reminded > 0 ? 'success' : 'info', text: words.filter(Boolean).join('；') });
      } catch {
        // The client has shown why.
      }
    },
  };
}
