import { dateTime } from '../show/time.ts';
import './record.css';

interface AuditBannerProps {
  createName: string;
  /** ISO 8601, or null. */
  createDate: string | null;
  updateName?: string;
  updateDate?: string | null;
}

/** The name to show for an account: 系统管理员 for `admin` (specification, section 3), any other name unchanged. */
export const auditName = (name: string): string => (name === 'admin' ? '系统管理员' : name);

const told = (name: string, date: string | null) => [auditName(name), dateTime(date)].filter(Boolean).join(' ') || '—';

/** Who made a record and, once it was changed, who changed it last, and when. */
export function AuditBanner({ createName, createDate, updateName = '', updateDate = null }: AuditBannerProps) {
  return (
    <p className="audit-banner">
      <span>创建：{told(createName, createDate)}</span>
      {updateDate && updateDate !== createDate && <span>最后修改：{told(updateName, updateDate)}</span>}
    </p>
  );
}
