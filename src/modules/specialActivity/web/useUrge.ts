import { emit } from '#platform/web/events.ts';
import { useAct } from '#platform/web/hooks.ts';
import { urgeActivity } from '../contract.ts';

/** 催办 of all who are late or due soon in an activity, with what came of it in words. */
export function useUrge(id: string) {
  const urge = useAct(urgeActivity);
  return {
    isPending: urge.isPending,
    run: async () => {
      try {
        const { due, reminded, recently, missing } = await urge.mutateAsync({ id });
        const words = [
          due === 0 ? '没有逾期或三天内到期的参加组织' : `${due}个参加组织逾期或快到期，已提醒${reminded}个`,
          recently > 0 ? `${recently}个两小时内催过` : '',
          missing.length > 0 ? `没有党务工作者账号，请电话联系：${missing.slice(0, 5).join('、')}` : '',
        ];
        emit('notice', { kind: reminded > 0 ? 'success' : 'info', text: words.filter(Boolean).join('；') });
      } catch {
        // The client has shown why.
      }
    },
  };
}
