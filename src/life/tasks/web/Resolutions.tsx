import { useNavigate } from 'react-router';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type OfficeMeetingDetail, resolutionTask } from '../contract.meeting.ts';
import { PATHS } from './paths.ts';

/** 议定事项; of each the organiser makes a task with one press. */
export function Resolutions({ meeting }: { meeting: OfficeMeetingDetail }) {
  const navigate = useNavigate();
  const make = useAct(resolutionTask);
  if (meeting.resolutions.length === 0) return null;
  const toTask = async (resolutionId: string) => {
    try {
      const { taskId } = await make.mutateAsync({ id: meeting.id, resolutionId });
      emit('notice', { kind: 'success', text: '已转为任务草稿，核对后发布' });
      navigate(PATHS.edit(taskId));
    } catch {
      // The client has shown why.
    }
  };
  return (
    <section className="card" aria-label="议定事项">
      <div className="card-head">
        <h2>议定事项</h2>
      </div>
      <ol className="meeting-resolutions">
        {meeting.resolutions.map((one, at) => (
          <li key={one.id}>
            <p>
              {at + 1}．{one.text}
            </p>
            {one.dueOn && <span className="muted">{one.dueOn}前</span>}
            {one.taskId ? (
              <ButtonLink
                size="compact"
                to={one.taskState === '草稿' ? PATHS.preview(one.taskId) : PATHS.detail(one.taskId)}
              >
                任务：{one.taskState}
              </ButtonLink>
            ) : (
              meeting.isOwn && (
                <Button size="compact" disabled={make.isPending} onClick={() => void toTask(one.id)}>
                  转为任务
                </Button>
              )
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
