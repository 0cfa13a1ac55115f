import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { type LogRow, OUTCOMES } from '../../contract.ts';
import type { Suspect } from './IncidentDialog.tsx';

/** One log with what it changed, before and after. `onInvestigate`: takes what an incident's export is about. */
export function LogDialog({
  log,
  onInvestigate,
  onClose,
}: {
  log: LogRow;
  onInvestigate: ((suspect: Suspect) => void) | null;
  onClose: () => void;
}) {
  // Nobody stands behind a failed sign-in yet, and behind what the system does by itself.
  const nobody = log.way ? '—' : '系统';
  const who = log.accountName ? [log.accountName, log.roleName, log.orgName].filter(Boolean).join('，') : nobody;
  const facts: readonly (readonly [string, string])[] = [
    ['编号', log.id],
    ['时间', dateTime(log.at)],
    [log.way ? '登录人' : '操作人', who],
    [log.way ? '账号' : '对象', log.targetName || '—'],
    ...(log.way ? [['登录方式', [log.way, log.device].filter(Boolean).join('，')] as const] : []),
    ['结果', log.reason ? `${OUTCOMES[log.outcome]}：${log.reason}` : OUTCOMES[log.outcome]],
    ['来源地址', log.ip || '—'],
    ['追踪号', log.traceId || '—'],
  ];
  const { accountId, ip } = log;
  return (
    <Dialog
      title={log.action}
      icon="clock"
      width={700}
      onClose={onClose}
      foot={
        <>
          {onInvestigate && accountId && (
            <Button onClick={() => onInvestigate({ accountId, title: log.accountName, at: log.at })}>
              导出此人的记录
            </Button>
          )}
          {onInvestigate && ip && (
            <Button onClick={() => onInvestigate({ ip, title: ip, at: log.at })}>导出此地址的记录</Button>
          )}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      <dl className="plain-facts">
        {facts.map(([name, value]) => (
          <div key={name} className="plain-fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {log.changes.length > 0 && (
        <table className="table dense plain-changes">
          <caption className="section-title">变更内容</caption>
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">变更前</th>
              <th scope="col">变更后</th>
            </tr>
          </thead>
          <tbody>
            {log.changes.map(({ field, before, after }) => (
              <tr key={field}>
                <td>{field}</td>
                <td className="muted">{before || '空'}</td>
                <td>{after || '空'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Dialog>
  );
}
