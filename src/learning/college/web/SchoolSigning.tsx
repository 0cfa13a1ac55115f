import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { QrCode } from '#platform/web/field/QrCode.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { Lesson } from '../contract.school.ts';
import { lessonCode } from '../contract.signing.ts';
import { SCHOOL } from '../rules.school.ts';
import { lessonTime } from './schoolParts.tsx';

/** How often the number of those who came is asked for while the code stands. */
const ASKED_AGAIN = 5000;

/** The code that learners scan before a lesson; a new one each half minute. */
export function SigningDialog({
  classId,
  lesson,
  onMark,
  onClose,
}: {
  classId: string;
  lesson: Lesson;
  onMark: () => void;
  onClose: () => void;
}) {
  const lessonCodeQuery = useCall(
    lessonCode,
    { id: classId, lessonId: lesson.id },
    {
      quiet: true,
      staleTime: 0,
      refetchInterval: (read) => (read ? Math.min(read.seconds * 1000 + 300, ASKED_AGAIN) : false),
    },
  );
  const { origin, pathname } = location;
  return (
    <Dialog
      title={`扫码签到 ${lesson.title}`}
      icon="calendarCheck"
      width={470}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>收起</Button>
          <Button look="primary" onClick={onMark}>
            结束签到并登记出勤
          </Button>
        </>
      }
    >
      <p className="muted">{lessonTime(lesson)}。学员用手机扫码，登录后即签到；没有手机的，结束时在出勤里登记。</p>
      {!lessonCodeQuery.data ? (
        <Waiting query={lessonCodeQuery} lines={6} />
      ) : (
        <div className="school-signing">
          <QrCode
            text={`${origin}${pathname}#${SCHOOL.sign(lesson.id, lessonCodeQuery.data.code)}`}
            alt="培训班签到二维码"
            large
            caption="签到码30秒一换"
          />
          <p role="status">
            已签到<strong>{lessonCodeQuery.data.present}</strong>人，学员共{lessonCodeQuery.data.due}人
          </p>
        </div>
      )}
    </Dialog>
  );
}
