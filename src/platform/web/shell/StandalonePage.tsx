import type { ReactNode } from 'react';
import { Logo } from '../artwork/Logo.tsx';
import { useSite } from '../session/session.ts';
import './standalone.css';

/** A page without the platform's frame: the name above, one card, and below it who can help. */
export function StandalonePage({ children, wide }: { children: ReactNode; wide?: boolean }) {
  const { productName, supportPhone, supportHours, icp, police } = useSite();
  return (
    <div className="standalone">
      <header className="standalone-head">
        <Logo size={32} />
        <span>{productName}</span>
      </header>
      <div className={wide ? 'standalone-card wide' : 'standalone-card'}>{children}</div>
      <footer className="standalone-foot">
        {supportPhone && (
          <p>
            服务电话 <a href={`tel:${supportPhone}`}>{supportPhone}</a> {supportHours}
          </p>
        )}
        <p className="standalone-records">
          <span>{icp}</span>
          <span>{police}</span>
        </p>
      </footer>
    </div>
  );
}
