import { useNavigate, useParams } from 'react-router';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { pathWithQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { enrolCourse, type OwnChapter, type OwnCourse, openChapter, viewOwnCourse } from '../contract.learn.ts';
import { CHAPTER_KINDS, COURSES } from '../rules.course.ts';
import { CourseProgress, hoursWords } from './pickers.parts.tsx';

/** A course as it is learnt: its chapters in order, what is finished, what comes next. */
export default function CourseLearn() {
  const { id = '' } = useParams();
  const viewOwnCourseQuery = useCall(viewOwnCourse, { id }, { quiet: true, staleTime: 0 });
  useTitle(viewOwnCourseQuery.data?.title);
  return (
    <RecordLoader query={viewOwnCourseQuery} fresh>
      {(course) => <Learning key={course.id} course={course} />}
    </RecordLoader>
  );
}

function Learning({ course }: { course: OwnCourse }) {
  const navigate = useNavigate();
  const open = useAct(openChapter);
  const enrol = useAct(enrolCourse);
  const next = course.parts.find(
    ({ doneAt, isOpen, link, isMust }) => isMust && doneAt === null && isOpen && link !== '',
  );
  const go = (chapter: OwnChapter) => {
    // Noted beside; whoever learns does not wait for it.
    open.mutate({ id: course.id, chapterId: chapter.id });
    if (chapter.kind === 'link') window.open(chapter.link, '_blank', 'noopener,noreferrer');
    else navigate(chapter.kind === 'exam' ? chapter.link : pathWithQuery(chapter.link, { course: course.id }));
  };
  return (
    <div className="list-page course-learn">
      <PageHead title={course.title}>
        <ButtonLink icon="back" to={COURSES.home}>
          全部课程
        </ButtonLink>
        {!course.isRequired && !course.isWithdrawn && !course.finishedAt && (
          <Button
            look={course.isJoined ? 'normal' : 'primary'}
            disabled={enrol.isPending}
            onClick={() => enrol.mutate({ id: course.id, isJoined: !course.isJoined })}
          >
            {course.isJoined ? '退出选修' : '选修这门课'}
          </Button>
        )}
        {next && !course.isWithdrawn && (
          <Button look="primary" onClick={() => go(next)}>
            {course.begunAt ? '继续学习' : '开始学习'}
          </Button>
        )}
      </PageHead>
      {course.isWithdrawn && (
        <div className="banner warn" role="note">
          <Icon name="warning" />
          <span>课程已下架，学过的内容和学时都保留。</span>
        </div>
      )}
      {course.isLate && (
        <div className="banner warn" role="note">
          <Icon name="clock" />
          <span>已超过截止日期{course.endsOn}，仍可以学完。</span>
        </div>
      )}
      <section className="card course-about" aria-label="课程">
        <span className="course-tags">
          <span className={course.isRequired ? 'tag red' : 'tag'}>{course.isRequired ? '必修' : '选修'}</span>
          {course.hours > 0 && <span className="tag gold">学完计{hoursWords(course.hours)}</span>}
          <span className="muted small">
            {course.orgName}
            {course.endsOn && ` · ${course.endsOn}截止`}
            {course.inOrder && ' · 按顺序学'}
          </span>
        </span>
        {course.intro && <p>{course.intro}</p>}
        {course.isJoined && <CourseProgress percent={course.percent} done={course.done} musts={course.musts} />}
        {course.finishedAt && <p className="secondary">{dateTime(course.finishedAt)} 学完。</p>}
      </section>
      <ol className="card course-parts" aria-label="章节">
        {course.parts.map((part, at) => (
          <Part
            key={part.id}
            part={part}
            number={at + 1}
            course={course}
            isNext={part === next}
            onOpen={() => go(part)}
            onFinished={() => open.mutate({ id: course.id, chapterId: part.id, isFinished: true })}
            busy={open.isPending}
          />
        ))}
      </ol>
    </div>
  );
}

function Part({
  part,
  number,
  course,
  isNext,
  onOpen,
  onFinished,
  busy,
}: {
  part: OwnChapter;
  number: number;
  course: OwnCourse;
  isNext: boolean;
  onOpen: () => void;
  onFinished: () => void;
  busy: boolean;
}) {
  const done = part.doneAt !== null;
  const locked = course.isJoined && !part.isOpen && !done;
  const said = part.isGone && !done ? '内容已下架，请联系组织者' : locked ? '学完前面的必学章节后开放' : part.progress;
  return (
    <li className={done ? 'course-part done' : isNext ? 'course-part next' : 'course-part'}>
      <span className="course-mark" aria-hidden="true">
        {done ? <Icon name="check" size={16} /> : locked ? <Icon name="lock" size={14} /> : number}
      </span>
      <span className="course-part-words">
        <b>{part.title}</b>
        <span className="course-tags">
          <span className="tag">{CHAPTER_KINDS[part.kind]}</span>
          {!part.isMust && <span className="tag">选学</span>}
          <span className={part.isGone && !done ? 'small warn-word' : 'muted small'}>
            {done && part.doneAt ? `${dateTime(part.doneAt)} 学完` : said}
          </span>
        </span>
        {part.note && <span className="secondary small">{part.note}</span>}
      </span>
      <span className="course-part-acts">
        {part.kind === 'link' && part.link !== '' && !done && !course.isWithdrawn && course.begunAt && (
          <Button size="compact" disabled={busy} onClick={onFinished}>
            我已学完
          </Button>
        )}
        {part.link !== '' && (
          <Button look={isNext ? 'primary' : 'normal'} size="compact" onClick={onOpen}>
            {done ? '再看' : part.kind === 'exam' ? '去考试' : part.kind === 'link' ? '打开' : '去学习'}
          </Button>
        )}
      </span>
    </li>
  );
}
