import type { ReactNode } from 'react';
import { Logo } from '../artwork/Logo.tsx';
import { useSite } from '../session.ts';
import './lone.css';

/** A page that stands by itself, before or beside the platform's frame: the name above, one card, who helps below. */
export function Lone({ children, wide }: { children: ReactNode; wide?: boolean }) {
  const { productName, supportPhone, supportHours, icp, police } = useSite();
  return (
    <div className="lone">
      <header className="lone-head">
        <Logo size={32} />
        <span>{productName}</span>
      </header>
      <div className={wide ? 'lone-card wide' : 'lone-card'}>{children}</div>
      <footer className="lone-foot">
        {supportPhone && (
          <p>
            服务电话 <a href={`tel:${supportPhone}`}>{supportPhone}</a> {supportHours}
          </p>
        )}
        <p className="lone-records">
          <span>{icp}</span>
          <span>{police}</span>
        </p>
      </footer>
    </div>
  );
}
