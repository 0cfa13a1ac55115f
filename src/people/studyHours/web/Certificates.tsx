import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { CERTIFICATES } from '../rules.certificate.ts';
import { CertificateList } from './CertificateList.tsx';
import { CertificateSettings } from './CertificateSettings.tsx';
import { OwnCertificates } from './OwnCertificates.tsx';
import '#platform/web/records/records.css';
import './certificate.css';

const TABS = [
  { key: 'all', label: '出具的证明' },
  { key: 'own', label: '我的证明' },
] as const;

/** 学习证明: for workers what was issued, by `tab` and for everybody else the own ones. */
export default function Certificates() {
  const session = useSession();
  const navigate = useNavigate();
  const { tab } = readQuery(useLocation().search, ['tab']);
  const works = may(session, 'hours:read');
  const [setting, setSetting] = useState(false);
  const isOwn = !works || tab === 'own';
  return (
    <div className="list-page">
      <PageHead title="学习证明">
        {works && !isOwn && may(session, 'certificate:write') && (
          <>
            <Button icon="settings" onClick={() => setSetting(true)}>
              设置
            </Button>
            <ButtonLink look="primary" icon="plus" to={CERTIFICATES.issue}>
              出具证明
            </ButtonLink>
          </>
        )}
      </PageHead>
      {works && (
        <Tabs
          label="学习证明"
          tabs={TABS}
          current={isOwn ? 'own' : 'all'}
          panel="certificate-panel"
          onPick={(key) => navigate(key === 'own' ? CERTIFICATES.own : CERTIFICATES.home, { replace: true })}
        />
      )}
      <div
        id="certificate-panel"
        className="certificate-panel"
        {...(works ? { role: 'tabpanel', 'aria-label': isOwn ? '我的证明' : '出具的证明' } : {})}
      >
        {isOwn ? <OwnCertificates /> : <CertificateList />}
      </div>
      {setting && <CertificateSettings onClose={() => setSetting(false)} />}
    </div>
  );
}
