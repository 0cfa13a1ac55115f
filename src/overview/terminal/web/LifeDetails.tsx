import { useLocation } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { RecordHead } from '#platform/web/field/record.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { getLife, showLife } from '../contract.doors.ts';
import { ShowButton } from './ShowButton.tsx';
import './box.css';

/** 活动详情: a meeting as the screens say it, with the way to its own page. */
export default function LifeDetails() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const writes = may(useSession(), 'box:write');
  const query = useCall(getLife, { id }, { quiet: true, staleTime: 0 });
  useTitle(query.data?.title);
  return (
    <RecordLoader query={query}>
      {(row) => (
        <div className="record-page">
          <RecordTop title={row.title} />
          <RecordHead
            name={row.title}
            tags={
              <>
                <span className="tag">{row.typeName}</span>
                {row.onScreen && <span className="tag ok">展示中</span>}
              </>
            }
            place={row.orgName}
          >
            {writes && <ShowButton row={row} call={showLife} look="primary" />}
            <ButtonLink icon="document" to={row.href}>
              会议记录
            </ButtonLink>
          </RecordHead>
          <section className="card box-shared" aria-label="屏幕上这样写">
            <h2 className="section-title">屏幕上这样写</h2>
            {row.mayShow ? (
              <div className="box-said">
                <b>{row.title}</b>
                <p>{[row.item.day, row.item.note].filter(Boolean).join('　')}</p>
                {row.item.text && <p>{row.item.text}</p>}
              </div>
            ) : (
              <p className="muted">
                这次会议不上屏：只有已通知、已召开的会议可以上屏；组织生活会、民主生活会、民主评议不上屏。
              </p>
            )}
          </section>
        </div>
      )}
    </RecordLoader>
  );
}
