import { Link } from 'react-router';
import { MEETING_TYPES } from '#life/orgLife/rules.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { dateTime } from '#platform/web/show/time.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listLife, type ScreenMeeting, showLife } from '../contract.doors.ts';
import { DOORS } from './paths.ts';
import { onScreenColumn, ShowButton, useNews } from './ShowButton.tsx';
import './box.css';

const COLUMNS: readonly Column<ScreenMeeting>[] = [
  {
    key: 'title',
    title: '名称',
    width: 260,
    card: 'title',
    cell: (row) => <Link to={DOORS.details(row.id)}>{row.title}</Link>,
  },
  {
    key: 'type',
    title: '类型',
    width: 120,
    card: 'line',
    cell: (row) => row.typeName,
    filter: {
      kind: 'choice',
      name: 'type',
      options: optionsOf(MEETING_TYPES),
    },
  },
  { key: 'state', title: '状态', width: 90, card: 'line', cell: (row) => <span className="tag">{row.stateName}</span> },
  onScreenColumn,
  { key: 'startsAt', title: '时间', width: 150, card: 'line', cell: (row) => dateTime(row.startsAt) },
  { key: 'place', title: '地点', width: 160, cell: (row) => row.place },
  { key: 'org', title: '组织', width: 200, card: 'line', cell: (row) => row.orgName },
];

/** 组织生活: the meetings of the scope, and of which the screens tell. */
export default function Life() {
  const session = useSession();
  useNews();
  const writes = may(session, 'box:write');
  return (
    <div className="list-page">
      <PageHead title="终端组织生活">
        {may(session, 'event:write') && (
          <>
            <ButtonLink icon="plus" to={DOORS.addMeet}>
              新增三会一课
            </ButtonLink>
            <ButtonLink look="primary" icon="plus" to={DOORS.addTheme}>
              新增主题党日
            </ButtonLink>
          </>
        )}
      </PageHead>
      <PlainList<ScreenMeeting>
        caption="组织生活"
        endpoint={listLife}
        columns={COLUMNS}
        search={{ name: 'keyWords', placeholder: '会议名称' }}
        unit="次"
        {...(writes ? { actsWidth: 110, acts: (row: ScreenMeeting) => <ShowButton row={row} call={showLife} /> } : {})}
        empty={{ title: '还没有组织生活', text: '新增三会一课或主题党日，通知以后可以在屏幕上预告。' }}
      />
    </div>
  );
}
