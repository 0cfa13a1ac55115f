import { useAct } from '#platform/web/call/hooks.ts';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import { exportIncident } from '../../contract.ts';

/** Whom or what an incident is about: an account or an address, and the moment from which it was found. */
export type Suspect = { title: string; at: string } & ({ accountId: string } | { ip: string });

const DAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });

/** Exports everything that one account did, or that came from one address, in a window of minutes. */
export function IncidentDialog({ suspect, onClose }: { suspect: Suspect; onClose: () => void }) {
  const start = useAct(exportIncident, { quiet: true });
  const day = DAY.format(new Date(suspect.at));
  const about = 'accountId' in suspect ? { accountId: suspect.accountId } : { ip: suspect.ip };
  return (
    <StartDialog
      title={`导出事件记录 ${suspect.title}`}
      example="事件调查"
      lines={[
        { name: 'from', label: '开始时间', type: 'datetime-local', start: `${day}T00:00` },
        { name: 'to', label: '结束时间', type: 'datetime-local', start: `${day}T23:59` },
      ]}
      onStart={({ from = '', to = '', purpose = '' }) => start.mutateAsync({ ...about, from, to, purpose })}
      onClose={onClose}
    >
      {'accountId' in suspect
        ? '这段时间内此人的全部操作、被拒绝的操作和登录（含他人尝试登录其账号）将在后台导出。'
        : '这段时间内来自此地址的全部操作和登录将在后台导出。'}
    </StartDialog>
  );
}
