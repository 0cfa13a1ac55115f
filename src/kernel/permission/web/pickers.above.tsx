import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { urgeAbove } from '../contract.above.ts';

/** 催办 of what oneself has asked for and the organisation above has not decided, as an act of `ApprovalActs`. */
export function useUrgeAbove(kind: string, id: string) {
  const urge = useAct(urgeAbove, { quiet: true });
  return {
    run: async () => {
      const { reached, orgName } = await urge.mutateAsync({ kind, id });
      emit('notice', { kind: 'success', text: `已催办${orgName}，通知${reached}人` });
    },
  };
}
