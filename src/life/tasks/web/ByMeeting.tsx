import { Link } from 'react-router';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import type { PartDetail } from '../contract.part.ts';
import { BY_MEETING } from '../rules.ts';
import { PATHS } from './paths.ts';

/** A task that asks for a meeting: it is called from here, and its minutes are the report. */
export function ByMeeting({ part, kind }: { part: PartDetail; kind: keyof typeof BY_MEETING }) {
  const session = useSession();
  const isTheme = kind === 2;
  return (
    <section className="card office-body" aria-label={isTheme ? '开展主题党日' : '召开会议'}>
      <h2>{isTheme ? '开展主题党日' : '召开会议'}</h2>
      <p>
        这项任务由本组织{isTheme ? '开展主题党日' : '召开会议'}办理，{BY_MEETING[kind]}
        时自动上报；会议日期在哪一期，就办结哪一期。
      </p>
      {part.meetings.length > 0 && (
        <ul className="office-rows">
          {part.meetings.map((one) => (
            <li key={one.path}>
              <Link to={one.path}>
                <span className="office-row-name">{one.title}</span>
                <span className="muted">{one.stateName}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="office-send">
        {isTheme && may(session, 'event:write') && (
          <ButtonLink look="primary" to={PATHS.addTheme(part.orgId, part.taskId)}>
            新增主题党日
          </ButtonLink>
        )}
        {!isTheme && (
          <ButtonLink look="primary" to={PATHS.addMeeting(part.taskId)}>
            召开工作会议
          </ButtonLink>
        )}
        {!isTheme && may(session, 'event:write') && (
          <ButtonLink to={pathWithQuery(`/affairs/event/addMeeting/0/${part.orgId}`, { task: part.taskId })}>
            登记组织生活会议
          </ButtonLink>
        )}
      </p>
    </section>
  );
}
