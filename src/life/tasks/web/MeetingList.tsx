import { Link, useLocation, useNavigate } from 'react-router';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { listWorkMeetings, MEETING_VIEWS, type MeetingView, type OfficeMeetingRow } from '../contract.meeting.ts';
import { ANSWERS, type Answer, MEETING_STATES } from '../rules.meeting.ts';
import { AnswerTag, MeetingTag, spanOf } from './meetingParts.tsx';
import { PATHS } from './paths.ts';
import '#platform/web/records/records.css';

const TABS = Object.entries(MEETING_VIEWS).map(([key, label]) => ({ key, label }));
const KEPT = ['tab'];
const EMPTY: Readonly<Record<MeetingView, { title: string; text: string }>> = {
  invited: { title: '没有要参加的工作会议', text: '上级通知本组织参加的会议会出现在这里，在这里填写回执。' },
  held: { title: '还没有召开工作会议', text: '点“新增会议”，写明时间、地点和议程，发出通知后各组织填写回执。' },
  below: { title: '下级组织没有工作会议', text: '下级组织发出通知的工作会议会出现在这里。' },
};

const columnsOf = (view: MeetingView): readonly Column<OfficeMeetingRow>[] => [
  {
    key: 'title',
    title: '会议',
    width: 240,
    card: 'title',
    cell: (row) => <Link to={PATHS.meeting(row.id)}>{row.title}</Link>,
  },
  {
    key: 'state',
    title: '状态',
    width: 100,
    card: 'tag',
    cell: (row) => <MeetingTag {...row} />,
    filter: {
      kind: 'choice',
      name: 'state',
      options: Object.entries(MEETING_STATES)
        .filter(([value]) => view === 'held' || value !== '0')
        .map(([value, label]) => ({ value, label })),
    },
  },
  ...(view === 'invited'
    ? [
        {
          key: 'answer',
          title: '本组织回执',
          width: 110,
          card: 'line',
          cell: (row) =>
            row.ownAnswer === null ? (
              noValue
            ) : (
              <AnswerTag answer={row.ownAnswer} answerName={ANSWERS[row.ownAnswer as Answer]} />
            ),
        } satisfies Column<OfficeMeetingRow>,
      ]
    : []),
  {
    key: 'startsAt',
    title: '时间',
    width: 210,
    card: 'line',
    cell: spanOf,
    filter: { kind: 'days', from: 'from', to: 'to' },
  },
  { key: 'place', title: '地点', width: 140, card: 'line', cell: (row) => row.place },
  ...(view === 'invited'
    ? []
    : [
        {
          key: 'coming',
          title: '参加/通知',
          width: 100,
          align: 'right',
          card: 'line',
          cell: (row) => (row.invited === 0 ? noValue : `${row.coming}/${row.invited}`),
        } satisfies Column<OfficeMeetingRow>,
      ]),
  { key: 'org', title: '召开组织', width: 150, card: 'line', cell: (row) => row.orgName },
  {
    key: 'minutes',
    title: '纪要',
    width: 110,
    cell: (row) => row.minutesName.replace('会议纪要', '') || noValue,
  },
];

/** 工作会议: to come to, called, and called below. */
export default function MeetingList() {
  const session = useSession();
  const navigate = useNavigate();
  const { tab: wantedTab } = readQuery(useLocation().search, ['tab']);
  const view = (TABS.find(({ key }) => key === wantedTab)?.key ?? 'invited') as MeetingView;
  return (
    <div className="list-page">
      <PageHead title="工作会议">
        {may(session, 'task:give') && (
          <ButtonLink look="primary" icon="plus" to={PATHS.addMeeting()}>
            新增会议
          </ButtonLink>
        )}
      </PageHead>
      <Tabs
        label="工作会议"
        tabs={TABS}
        current={view}
        panel="meeting-list"
        onPick={(key) =>
          navigate(pathWithQuery(PATHS.meetings, { tab: key === 'invited' ? undefined : key }), { replace: true })
        }
      />
      <div id="meeting-list" className="office-list" role="tabpanel" aria-label={MEETING_VIEWS[view]}>
        <PlainList<OfficeMeetingRow>
          key={view}
          caption={MEETING_VIEWS[view]}
          endpoint={listWorkMeetings}
          columns={columnsOf(view)}
          search={{ name: 'keyWords', placeholder: '会议名称' }}
          keep={KEPT}
          unit="次"
          inputOf={({ tab: _tab, ...values }) => ({ ...values, view })}
          actsWidth={160}
          acts={(row) => (
            <span className="record-row-acts">
              {row.can.edit && row.state === 0 && (
                <ButtonLink look="row" to={PATHS.editMeeting(row.id)}>
                  编辑
                </ButtonLink>
              )}
              {row.can.run && (
                <ButtonLink look="row" to={PATHS.members(row.id)}>
                  参会人员
                </ButtonLink>
              )}
              {row.can.record && (
                <ButtonLink look="row" to={PATHS.record(row.id)}>
                  写纪要
                </ButtonLink>
              )}
              <ButtonLink look="row" to={PATHS.meeting(row.id)}>
                {row.state === 1 && row.ownAnswer === 0 ? '回执' : '查看'}
              </ButtonLink>
            </span>
          )}
          empty={EMPTY[view]}
        />
      </div>
    </div>
  );
}
