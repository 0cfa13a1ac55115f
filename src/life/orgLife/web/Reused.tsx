import { Link } from 'react-router';
import { Icon } from '#platform/web/show/icons.tsx';
import type { MeetingDetail } from '../contract.ts';

/** Photos and words that another meeting used before; nothing where all is its own. */
export function Reused({ reused }: { reused: MeetingDetail['reused'] }) {
  if (reused.length === 0) return null;
  return (
    <div className="banner warn" role="note">
      <Icon name="warning" />
      <span className="grow">
        {reused.map(({ text, href }, at) => (
          <span key={text}>
            {at > 0 && '；'}
            {href ? <Link to={href}>{text}</Link> : text}
          </span>
        ))}
        。请核对是否误用。
      </span>
    </div>
  );
}
