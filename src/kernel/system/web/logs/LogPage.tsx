import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import type { Values } from '#platform/web/list/useListState.ts';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type LogRow, listLogins, listLogs } from '../../contract.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { IncidentDialog, type Suspect } from './IncidentDialog.tsx';
import { LogDialog } from './LogDialog.tsx';
import { actColumns, loginColumns } from './logColumns.tsx';
import { TraceDialog } from './TraceDialog.tsx';
import { VerifyDialog } from './VerifyDialog.tsx';
import '../tabs.css';

const PATH = '/sys/logs';
const SEARCH = {
  acts: { name: 'accountName', placeholder: '操作人姓名' },
  logins: { name: 'accountName', placeholder: '登录人姓名' },
};
const KEEP = ['tab'] as const;

/** What the call gets of the address: `tab` says which call it is. */
const inputOf = ({ tab: _tab, ...filter }: Values) => filter;

/** `/sys/logs`: who did what, and who signed in, in the own organisation and below; refusals and failures too. */
export default function LogPage() {
  const session = useSession();
  const { search } = useLocation();
  const logins = readQuery(search, ['tab']).tab === 'logins';
  const [opened, setOpened] = useState<LogRow | null>(null);
  const [suspect, setSuspect] = useState<Suspect | null>(null);
  const [exporting, setExporting] = useState<{ filter: Values; total: number } | null>(null);
  const [verifying, setVerifying] = useState(false);
  const [tracing, setTracing] = useState(false);
  const mayExport = may(session, 'log:export');
  const tab = (title: string, to: string, active: boolean) => (
    <Link className="tab" role="tab" aria-selected={active} to={to}>
      {title}
    </Link>
  );
  return (
    <div className="list-page">
      <PageHead>
        {may(session, 'log:trace') && (
          <Button icon="search" onClick={() => setTracing(true)}>
            追查导出文件
          </Button>
        )}
        {may(session, 'log:verify') && (
          <Button icon="shield" onClick={() => setVerifying(true)}>
            核验日志
          </Button>
        )}
      </PageHead>
      <div className="card tabbed-list">
        <div className="tabs" role="tablist" aria-label="日志种类">
          {tab('操作日志', PATH, !logins)}
          {tab('登录日志', pathWithQuery(PATH, { tab: 'logins' }), logins)}
        </div>
        <PlainList<LogRow>
          key={logins ? 'logins' : 'acts'}
          caption={logins ? '登录日志' : '操作日志'}
          endpoint={logins ? listLogins : listLogs}
          columns={logins ? loginColumns : actColumns}
          search={logins ? SEARCH.logins : SEARCH.acts}
          keep={KEEP}
          inputOf={inputOf}
          unit="条"
          tools={({ values, total }) =>
            mayExport && (
              <Button
                size="compact"
                icon="export"
                disabled={!total}
                onClick={() => setExporting({ filter: inputOf(values), total: total ?? 0 })}
              >
                导出
              </Button>
            )
          }
          acts={(log) => (
            <Button look="row" onClick={() => setOpened(log)}>
              详情
            </Button>
          )}
          empty={
            logins
              ? { title: '没有登录记录', text: '本组织及下级组织的登录和登录失败会记录在这里。' }
              : { title: '没有日志', text: '本组织及下级组织的操作会记录在这里。' }
          }
        />
      </div>
      {opened && (
        <LogDialog
          log={opened}
          onInvestigate={
            mayExport
              ? (found) => {
                  setOpened(null);
                  setSuspect(found);
                }
              : null
          }
          onClose={() => setOpened(null)}
        />
      )}
      {suspect && <IncidentDialog suspect={suspect} onClose={() => setSuspect(null)} />}
      {exporting && (
        <ExportDialog kind={logins ? 'logins' : 'acts'} {...exporting} onClose={() => setExporting(null)} />
      )}
      {tracing && <TraceDialog onClose={() => setTracing(false)} />}
      {verifying && <VerifyDialog onClose={() => setVerifying(false)} />}
    </div>
  );
}
