import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { StateTag } from '#platform/web/show/StateTag.tsx';
import { Empty, Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { type CertificateRow, listCertificates, VIEWS } from '../contract.read.ts';
import { printCertificate, revokeCertificate } from '../contract.ts';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';
import './special.css';

const PAGE = 12;
type ViewName = keyof typeof VIEWS;
const NOTHING: Readonly<Record<ViewName, readonly [title: string, text: string]>> = {
  mine: ['还没有证书', '登记参加专项活动、所在组织交齐附件后，由组织活动的党组织颁发。'],
  org: ['本组织和下级还没有证书', '附件资料交齐后，由组织活动的党组织颁发。'],
  issued: ['还没有颁发过证书', '在专项活动详情里点“颁发证书”，发给交齐附件的组织和它们登记的党员。'],
};

/** 我的证书: the own ones; for workers also those of the own organisation and those that it has given. */
export default function Certificates() {
  const session = useSession();
  const navigate = useNavigate();
  const works = may(session, 'special:read');
  const params = readQuery(useLocation().search, ['view', 'page']);
  const view: ViewName = works && params.view && params.view in VIEWS ? (params.view as ViewName) : 'mine';
  const page = Math.max(1, Math.trunc(Number(params.page)) || 1);
  const certificatesQuery = useCall(
    listCertificates,
    { view, pageNum: page, pageSize: PAGE },
    { quiet: true, keepPrevious: true, staleTime: 0 },
  );
  const go = (query: { view?: string; page?: string }) =>
    navigate(pathWithQuery(PATHS.certificates, query), { replace: true });
  const [title, text] = NOTHING[view];
  return (
    <div className="list-page">
      <PageHead title="我的证书" />
      {works && (
        <Tabs
          label="证书"
          tabs={Object.entries(VIEWS).map(([key, label]) => ({ key, label }))}
          current={view}
          panel="special-certificates"
          onPick={(key) => go(key === 'mine' ? {} : { view: key })}
        />
      )}
      <div id="special-certificates" {...(works ? { role: 'tabpanel', 'aria-label': VIEWS[view] } : {})}>
        {certificatesQuery.error && !certificatesQuery.data ? (
          <Failed error={certificatesQuery.error} onRetry={() => void certificatesQuery.refetch()} />
        ) : !certificatesQuery.data || certificatesQuery.isPlaceholderData ? (
          <Skeleton lines={6} />
        ) : certificatesQuery.data.rows.length === 0 ? (
          <div className="card">
            <Empty title={title}>{text}</Empty>
          </div>
        ) : (
          <>
            <Cards rows={certificatesQuery.data.rows} />
            {certificatesQuery.data.total > PAGE && (
              <div className="card special-pager">
                <Pager
                  page={page}
                  size={PAGE}
                  total={certificatesQuery.data.total}
                  capped={false}
                  unit="份"
                  onPage={(next) => go({ view, ...(next === 1 ? {} : { page: String(next) }) })}
                />
              </div>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function Cards({ rows }: { rows: readonly CertificateRow[] }) {
  const [shown, setShown] = useState<CertificateRow | null>(null);
  const [revoked, setRevoked] = useState<CertificateRow | null>(null);
  const revoke = useAct(revokeCertificate, { quiet: true });
  return (
    <>
      <ul className="special-certificates" aria-label="证书">
        {rows.map((row) => (
          <li key={row.id} className="card">
            <div className="special-certificate-head">
              <h2>{row.title}</h2>
              {row.isRevoked ? <StateTag look="over">已撤销</StateTag> : <StateTag look="good">有效</StateTag>}
            </div>
            <p>
              <b>{row.name}</b>
              {row.isPerson && <span className="muted">　{row.orgName}</span>}
            </p>
            <p className="muted small">
              {row.number}
              <br />
              {row.issuer}，{row.issuedOn}颁发
            </p>
            {row.isRevoked ? (
              <p className="banner warn">撤销原因：{row.reason}</p>
            ) : (
              <div className="special-certificate-acts">
                <Button icon="print" onClick={() => setShown(row)}>
                  查看和打印
                </Button>
                {row.can.revoke && (
                  <Button danger icon="undo" onClick={() => setRevoked(row)}>
                    撤销
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {shown && (
        <PaperDialog
          title={`证书 ${shown.name}`}
          ask={(signal) => call(printCertificate, { id: shown.id }, { quiet: true, signal })}
          onClose={() => setShown(null)}
        />
      )}
      {revoked && (
        <ReasonDialog
          title={`撤销证书 ${revoked.name}`}
          act="撤销"
          label="撤销原因"
          onDone={async (reason) => {
            await revoke.mutateAsync({ id: revoked.id, reason });
            emit('notice', { kind: 'success', text: '已撤销，扫码核验显示已撤销' });
          }}
          onClose={() => setRevoked(null)}
        >
          撤销后不能再打印，扫码核验显示“已撤销”；更正后可以在活动详情里重新颁发。
        </ReasonDialog>
      )}
    </>
  );
}
