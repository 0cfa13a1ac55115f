import { Link } from 'react-router';
import { useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { Gone } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { FileList } from '#platform/web/upload/FileList.tsx';
import { type Invitee, listInvitees, type OfficeMeetingDetail } from '../contract.meeting.ts';
import { calledName } from './meetingParts.tsx';
import { PATHS } from './paths.ts';

/** What the organisations did about it. */
export function Records({ meeting }: { meeting: OfficeMeetingDetail }) {
  const { data } = useCall(listInvitees, { id: meeting.id, pageSize: 200 }, { quiet: true });
  const written = data?.rows.filter(({ recordedAt }) => recordedAt !== null) ?? [];
  if (written.length === 0) return null;
  return (
    <section className="card" aria-label="贯彻落实">
      <div className="card-head">
        <h2>贯彻落实</h2>
        <span className="muted">{written.length}个单位</span>
      </div>
      <ul className="office-rows">
        {written.map((one) => (
          <li key={one.id}>
            <Link to={PATHS.meeting(meeting.id, one.id)}>
              <span className="office-row-name">{calledName(one)}</span>
            </Link>
            <span className="office-row-end muted">
              {one.recordedBy}，{toLocal(one.recordedAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** 落实情况 of one organisation. */
export function OrgRecord({
  meeting,
  dataId,
  own,
}: {
  meeting: OfficeMeetingDetail;
  dataId: string;
  own: Invitee | undefined;
}) {
  const { data } = useCall(
    listInvitees,
    { id: meeting.id, pageSize: 200 },
    { quiet: true, enabled: own === undefined },
  );
  const one = own ?? data?.rows.find(({ id }) => id === dataId);
  if (!one) return data ? <Gone sentence="没有这份落实情况" /> : null;
  return (
    <section className="card" aria-label="落实情况">
      <div className="card-head">
        <h2>{calledName(one)}的落实情况</h2>
        <ButtonLink look="word" to={PATHS.meeting(meeting.id)}>
          看会议纪要
        </ButtonLink>
      </div>
      <div className="office-text">
        {one.record ? <p className="office-content">{one.record}</p> : <p className="muted">还没有填写。</p>}
        <FileList files={one.recordFiles} />
        {one.recordedAt && (
          <p className="muted small">
            {one.recordedBy}，{toLocal(one.recordedAt)}
          </p>
        )}
      </div>
    </section>
  );
}
