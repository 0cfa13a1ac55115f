import { useLocation, useNavigate } from 'react-router';
import type { MeetingType } from '#life/orgLife/rules.ts';
import { NewMeetingForm } from '#life/orgLife/web/pickers.form.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useSession } from '#platform/web/session/session.ts';
import { BallotForm } from '#procedures/ballot/web/pickers.tsx';
import { DOORS } from './paths.ts';

/** 三会一课: general meeting, committee, group, lecture. */
const LESSONS: readonly MeetingType[] = [1, 2, 3, 5];
const THEME: readonly MeetingType[] = [4];

function Meeting({ among }: { among: readonly MeetingType[] }) {
  const { user } = useSession();
  const navigate = useNavigate();
  return <NewMeetingForm orgId={user.workOrgId} among={among} onDone={() => void navigate(DOORS.life)} />;
}

export const NewLesson = () => <Meeting among={LESSONS} />;
export const NewTheme = () => <Meeting among={THEME} />;

/** 编辑投票: the form of 无记名投票, which comes back to the screens' list. */
export function VoteForm() {
  const { id = 'new' } = readQuery(useLocation().search, ['id']);
  const navigate = useNavigate();
  return <BallotForm key={id} id={id} onDone={() => void navigate(DOORS.votes)} />;
}
