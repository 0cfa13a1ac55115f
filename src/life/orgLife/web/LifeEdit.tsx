import { Link, useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { getMeeting } from '../contract.ts';
import { hasMatter } from '../rules.life.ts';
import { isAppraisal } from '../rules.ts';
import { AppraisalCards } from './AppraisalCards.tsx';
import { LifeMatter } from './LifeMatter.tsx';
import MeetingForm from './MeetingForm.tsx';
import { PATHS } from './paths.ts';
import './event.css';

/** A meeting of type 6, 7 or 8 being written: a new one begins with its announcement (`0`). */
export default function LifeEdit() {
  const { id = '0' } = useParams();
  return id === '0' ? <MeetingForm /> : <Written id={id} />;
}

function Written({ id }: { id: string }) {
  const query = useCall(getMeeting, { id }, { quiet: true });
  return (
    <div className="life-page">
      <RecordLoader query={query}>
        {(meeting) => (
          <>
            <PageHead title={meeting.title}>
              <Link className="button" to={PATHS.talks(meeting.orgId)}>
                <Icon name="members" />
                谈心谈话
              </Link>
              <Link className="button" to={meeting.href}>
                <Icon name="eye" />
                会议信息
              </Link>
              {meeting.can.edit && (
                <Link className="button" to={PATHS.edit(meeting.id, meeting.orgId)}>
                  <Icon name="edit" />
                  编辑通知
                </Link>
              )}
              {meeting.can.run && (
                <Link className="button primary" to={PATHS.run(meeting.id)}>
                  <Icon name="scan" />
                  {meeting.state === 1 ? '会议现场' : '填写记录'}
                </Link>
              )}
            </PageHead>
            <p className="secondary">
              {meeting.orgName}　{toLocal(meeting.startsAt)}　{meeting.place}　{meeting.stateName}
            </p>
            {isAppraisal(meeting) && <AppraisalCards id={id} />}
            {hasMatter(meeting.type) && <LifeMatter id={id} />}
          </>
        )}
      </RecordLoader>
    </div>
  );
}
