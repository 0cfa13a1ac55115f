import { dateTime } from '../time.ts';
import './record.css';

interface AuditBannerProps {
  createName: string;
  /** ISO 8601, or null. */
  createDate: string | null;
  updateName?: string;
  updateDate?: string | null;
}

/** The account `admin` is told as the administrator that it is (specification, section 3). */
export const auditName = (name: string): string => (name === 'admin' ? '系统管理员' : name);

/** Who made a record and who changed it last, and when. */
export function AuditBanner({ createName, createDate, updateName = '', updateDate = null }: AuditBannerProps) {
  return (
    <p className="audit-banner">
      <span>
        创建：{auditName(createName) || '—'} {dateTime(createDate)}
      </span>
      {updateDate && (
        <span>
          最后修改：{auditName(updateName) || '—'} {dateTime(updateDate)}
        </span>
      )}
    </p>
  );
}
