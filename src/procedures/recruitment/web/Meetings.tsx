import { useState } from 'react';
import { ORG_SIDE } from '#people/org/web/pickers.nouns.tsx';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { getMeeting, listMeetings, MEETING_STAGES, type MeetingRow } from '../contract.meeting.ts';
import { voteText } from '../rules/votes.ts';
import { Row } from './parts.tsx';
import { PATHS } from './paths.ts';
import './publicity.css';
import './recruitment.css';

const PROPOSALS = { agree: '同意', convert: '按期转正', extend: '延长预备期', revoke: '取消预备党员资格' } as const;

const columns = (open: (row: MeetingRow) => void): readonly Column<MeetingRow>[] => [
  { key: 'heldOn', title: '会议日期', width: 112, always: true, card: 'title', cell: (row) => row.heldOn },
  {
    key: 'stage',
    title: '会议',
    width: 180,
    card: 'line',
    filter: {
      kind: 'choice',
      name: 'stage',
      options: optionsOf(MEETING_STAGES),
    },
    cell: (row) => row.stageName,
  },
  { key: 'orgName', title: '党支部', width: 180, card: 'line', cell: (row) => row.orgName },
  {
    key: 'people',
    title: '讨论的人',
    width: 200,
    card: 'line',
    cell: (row) => row.people.map(({ name }) => name).join('、'),
  },
  {
    key: 'present',
    title: '应到实到',
    width: 130,
    cell: (row) => (row.isVoted ? `应到${row.due}，实到${row.present}` : `到会${row.present}人`),
  },
  {
    key: 'open',
    title: '表决',
    width: 84,
    card: 'line',
    cell: (row) => (
      <Button look="link" size="compact" onClick={() => open(row)}>
        查看
      </Button>
    ),
  },
];

/** `meetings`: what branches met about, the latest first, each person's vote by counts alone. */
export function Meetings() {
  const { user } = useSession();
  const [opened, setOpened] = useState<MeetingRow | null>(null);
  return (
    <>
      <ListPage<MeetingRow>
        title="发展党员会议"
        path={PATHS.meetings}
        endpoint={listMeetings}
        columns={columns(setOpened)}
        search={{ name: 'name', placeholder: '讨论的人' }}
        unit="次"
        acts={({ state }) => (
          <ButtonLink look="primary" to={PATHS.addMeeting(state.values.orgId ?? user.workOrgId)}>
            登记会议
          </ButtonLink>
        )}
        side={ORG_SIDE}
        row={{
          label: (row) => `${row.heldOn}${row.stageName}`,
          href: () => PATHS.meetings,
          editHref: () => null,
          menu: (row) => [{ label: '查看表决', run: () => setOpened(row) }],
        }}
        empty={{ title: '没有会议', text: '支委会、支部大会讨论发展党员后登记会议，可以一次讨论几个人，逐人表决。' }}
      />
      {opened && <Opened row={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Opened({ row, onClose }: { row: MeetingRow; onClose: () => void }) {
  const meetingQuery = useCall(getMeeting, { id: row.id }, { quiet: true });
  return (
    <Dialog
      title={`${row.orgName} ${row.stageName}`}
      icon="clipboard"
      onClose={onClose}
      foot={<Button onClick={onClose}>关闭</Button>}
    >
      {meetingQuery.error && !meetingQuery.data ? (
        <Failed error={meetingQuery.error} onRetry={() => meetingQuery.refetch()} />
      ) : meetingQuery.data ? (
        <>
          <dl className="fz-lines">
            <Row label="会议日期">{meetingQuery.data.heldOn}</Row>
            <Row label="地点">{meetingQuery.data.place || '没有登记'}</Row>
            <Row label="主持人">{meetingQuery.data.host || '没有登记'}</Row>
            {meetingQuery.data.away.length > 0 && (
              <Row label="不计入应到">
                {meetingQuery.data.away.map(({ name, reason }) => `${name}（${reason}）`).join('、')}
              </Row>
            )}
            {meetingQuery.data.basis.length > 0 && (
              <Row label="中止权利的文件">
                <FileList files={meetingQuery.data.basis} label="中止权利的文件" />
              </Row>
            )}
            {meetingQuery.data.minutes && <Row label="会议记录">{meetingQuery.data.minutes}</Row>}
          </dl>
          {meetingQuery.data.people.map((one) => (
            <section key={one.fileId} className="fz-said">
              <b>
                {one.name}
                {row.isVoted && `：${PROPOSALS[one.proposal]}，${one.passed ? '通过' : '没有通过'}`}
              </b>
              {row.isVoted && <p>{voteText({ due: row.due, present: row.present, ...one })}</p>}
              {one.opinion && <p>{one.opinion}</p>}
            </section>
          ))}
        </>
      ) : (
        <Skeleton lines={5} />
      )}
    </Dialog>
  );
}
