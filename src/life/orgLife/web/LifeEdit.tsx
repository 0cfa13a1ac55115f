import { useParams } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
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
              <ButtonLink icon="members" to={PATHS.talks(meeting.orgId)}>
                谈心谈话
              </ButtonLink>
              <ButtonLink icon="eye" to={meeting.href}>
                会议信息
              </ButtonLink>
              {meeting.can.edit && (
                <ButtonLink icon="edit" to={PATHS.edit(meeting.id, meeting.orgId)}>
                  编辑通知
                </ButtonLink>
              )}
              {meeting.can.run && (
                <ButtonLink look="primary" icon="scan" to={PATHS.run(meeting.id)}>
                  {meeting.state === 1 ? '会议现场' : '填写记录'}
                </ButtonLink>
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
