import { memo } from 'react';
import { useSite } from '#platform/web/session/session.ts';

/** Below the page: who runs the site, support, report link, filing numbers. */
export const Footer = memo(function Footer() {
  const { hostUnit, supportPhone, supportHours, reportLink, icp, police } = useSite();
  return (
    <footer className="foot">
      {hostUnit && <span>主办单位：{hostUnit}</span>}
      {supportPhone && (
        <span>
          技术支持：{supportPhone}
          {supportHours && `（${supportHours}）`}
        </span>
      )}
      {reportLink && (
        <a href={reportLink.url} target="_blank" rel="noopener noreferrer">
          {reportLink.text}
        </a>
      )}
      {icp && <span>{icp}</span>}
      {police && <span>{police}</span>}
    </footer>
  );
});
