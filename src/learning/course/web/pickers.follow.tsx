import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ownMatterRefusal } from '#platform/oneself.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { useIsOneself } from '#platform/web/session/oneself.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { type StateLook, StateTag } from '#platform/web/show/StateTag.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import {
  type CourseDetail,
  type CourseFollowRow,
  type CourseOrgRow,
  exportCourse,
  followCourse,
  followCourseOrgs,
  tickLive,
  urgeCourse,
} from '../contract.course.ts';
import { CHAPTER_KINDS, COURSES, RECORDS } from '../rules.course.ts';
import '#platform/web/records/records.css';
import './course.css';

const LOOKS: Readonly<Record<number, StateLook>> = { 0: 'waiting', 1: 'partly', 2: 'good', 3: 'bad' };
const KEPT = ['id', 'tab'];
const TABS = [
  { key: 'people', label: '按学员' },
  { key: 'orgs', label: '按支部' },
  { key: 'chapters', label: '按章节' },
];

/**
 * A course with its people, organisations and chapters.
 * @param at the page's own address; @param form where the course is edited
 * @param acts further buttons of the head; children stand above the tabs
 */
export function Followed({
  course,
  at = COURSES.follow,
  form = COURSES.form,
  acts,
  children,
}: {
  course: CourseDetail;
  at?: string;
  form?: string;
  acts?: ReactNode;
  children?: ReactNode;
}) {
  const navigate = useNavigate();
  const { tab: wantedTab } = readQuery(useLocation().search, ['tab']);
  const tab = TABS.find(({ key }) => key === wantedTab)?.key ?? 'people';
  const [urging, setUrging] = useState(false);
  const urge = useAct(urgeCourse);
  return (
    <div className="list-page">
      <PageHead title={course.title}>
        {course.can.edit && (
          <ButtonLink icon="edit" to={pathWithQuery(form, { id: course.id })}>
            编辑
          </ButtonLink>
        )}
        {acts}
        {course.state === 1 && (
          <Button look="primary" icon="bell" onClick={() => setUrging(true)}>
            催没学完的人
          </Button>
        )}
      </PageHead>
      {course.state === 2 && (
        <div className="banner warn" role="note">
          <span>已下架：{course.withdrawnFor}</span>
        </div>
      )}
      {children}
      <Tabs
        label="课程跟踪"
        tabs={TABS}
        current={tab}
        panel="course-follow"
        onPick={(key) =>
          navigate(pathWithQuery(at, { id: course.id, tab: key === 'people' ? undefined : key }), {
            replace: true,
          })
        }
      />
      <div
        id="course-follow"
        role="tabpanel"
        className="course-panel"
        aria-label={TABS.find(({ key }) => key === tab)?.label ?? ''}
      >
        {tab === 'people' && <People course={course} />}
        {tab === 'orgs' && <Orgs course={course} />}
        {tab === 'chapters' && <ChapterTable course={course} />}
      </div>
      {urging && (
        <ConfirmDialog
          about={{ call: urgeCourse, input: { id: course.id } }}
          title="催没学完的人"
          icon="bell"
          act="发出提醒"
          onConfirm={async () => {
            const { people } = await urge.mutateAsync({ id: course.id });
            emit('notice', { kind: 'success', text: `已提醒${people}人` });
          }}
          onClose={() => setUrging(false)}
        >
          只提醒还没有学完的人；两小时内催过的不再催。
        </ConfirmDialog>
      )}
    </div>
  );
}

function People({ course }: { course: CourseDetail }) {
  const live = course.chapters.filter(({ kind }) => kind === 'live');
  const tick = useAct(tickLive);
  const isOneself = useIsOneself();
  const start = useAct(exportCourse, { quiet: true });
  const [asking, setAsking] = useState<Readonly<Record<string, string | undefined>> | null>(null);
  const [correcting, setCorrecting] = useState<{ row: CourseFollowRow; chapterId: string } | null>(null);
  const mark = async (chapterId: string, rows: readonly CourseFollowRow[], clear: () => void) => {
    if (rows.some((row) => isOneself(row.memberId))) {
      return emit('notice', { kind: 'warning', text: ownMatterRefusal('登记集中学习') });
    }
    const personIds = rows.filter((row) => !row.chapterIds.includes(chapterId)).map(({ id }) => id);
    if (personIds.length === 0) return emit('notice', { kind: 'info', text: '选中的人都已登记' });
    try {
      const { people } = await tick.mutateAsync({ id: course.id, chapterId, personIds, isPresent: true });
      emit('notice', { kind: 'success', text: `已登记${people}人` });
      clear();
    } catch {
      // The client has shown why; who is selected stays so.
    }
  };
  const columns: readonly Column<CourseFollowRow>[] = [
    { key: 'name', title: '姓名', width: 100, card: 'title', cell: (row) => row.name },
    {
      key: 'record',
      title: '状态',
      width: 100,
      card: 'tag',
      cell: (row) => (
        <StateTag look={LOOKS[row.record] ?? 'over'}>{RECORDS[row.record as keyof typeof RECORDS]}</StateTag>
      ),
      filter: {
        kind: 'choice',
        name: 'record',
        options: optionsOf(RECORDS),
      },
    },
    { key: 'org', title: '所在支部', width: 220, card: 'line', cell: (row) => row.orgName },
    {
      key: 'done',
      title: '学完章数',
      width: 100,
      align: 'right',
      card: 'line',
      cell: (row) => `${row.done} / ${row.musts}`,
    },
    ...live.map(
      (chapter): Column<CourseFollowRow> => ({
        key: `live${chapter.id}`,
        title: chapter.title,
        width: 120,
        cell: (row) =>
          row.chapterIds.includes(chapter.id) ? (
            <Button
              look="row"
              aria-label={`更正${row.name}的到课`}
              disabled={course.state !== 1 || isOneself(row.memberId)}
              title={isOneself(row.memberId) ? ownMatterRefusal('登记集中学习') : undefined}
              onClick={() => setCorrecting({ row, chapterId: chapter.id })}
            >
              已到课
            </Button>
          ) : (
            noValue
          ),
      }),
    ),
    { key: 'last', title: '最近学完一章', width: 140, cell: (row) => dateTime(row.lastAt) || noValue },
    { key: 'finished', title: '学完课程', width: 140, cell: (row) => dateTime(row.finishedAt) || noValue },
    { key: 'urged', title: '催学', width: 140, cell: (row) => dateTime(row.urgedAt) || noValue },
  ];
  const acts = (chosen: { rows: readonly CourseFollowRow[]; clear: () => void }) =>
    live.map((chapter) => (
      <Button
        key={chapter.id}
        size="compact"
        disabled={tick.isPending}
        onClick={() => void mark(chapter.id, chosen.rows, chosen.clear)}
      >
        登记到课：{chapter.title}
      </Button>
    ));
  return (
    <>
      <PlainList<CourseFollowRow, { records: Record<string, number> }>
        caption="学员"
        endpoint={followCourse}
        columns={columns}
        search={{ name: 'name', placeholder: '姓名' }}
        keep={KEPT}
        unit="人"
        inputOf={({ tab: _tab, ...values }) => ({ ...values, id: course.id })}
        label={(row) => row.name}
        note={({ records }) =>
          Object.entries(RECORDS)
            .map(([key, label]) => `${label}${records[key] ?? 0}`)
            .join('　')
        }
        tools={({ values }) => (
          <Button icon="export" onClick={() => setAsking(values)}>
            导出
          </Button>
        )}
        {...(live.length > 0 && course.state === 1 ? { bulk: acts } : {})}
        empty={{ title: '没有学员', text: '必修课发布后列入学习对象；选修课由学习对象自己报名。' }}
      />
      {asking && (
        <StartDialog
          title="导出课程学习情况"
          example="年度党员教育培训考核"
          onStart={({ purpose = '' }) =>
            start.mutateAsync({
              id: course.id,
              ...(asking.record ? { record: asking.record } : {}),
              ...(asking.name ? { name: asking.name } : {}),
              purpose,
            })
          }
          onClose={() => setAsking(null)}
        >
          按当前筛选条件在后台导出，每人一行；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
      {correcting && (
        <ReasonDialog
          title={`更正到课 ${correcting.row.name}`}
          act="改为没有到课"
          label="原因"
          onDone={async (reason) => {
            await tick.mutateAsync({
              id: course.id,
              chapterId: correcting.chapterId,
              personIds: [correcting.row.id],
              isPresent: false,
              reason,
            });
          }}
          onClose={() => setCorrecting(null)}
        >
          因这一章学完课程而取得的学时会同时冲回。
        </ReasonDialog>
      )}
    </>
  );
}

function Orgs({ course }: { course: CourseDetail }) {
  const columns: readonly Column<CourseOrgRow>[] = [
    { key: 'name', title: '党支部', width: 280, card: 'title', cell: (row) => row.name },
    { key: 'people', title: '学员', width: 90, align: 'right', card: 'line', cell: (row) => row.people },
    { key: 'begun', title: '已开始', width: 90, align: 'right', cell: (row) => row.begun },
    { key: 'finished', title: '已学完', width: 90, align: 'right', card: 'line', cell: (row) => row.finished },
    { key: 'late', title: '逾期', width: 90, align: 'right', cell: (row) => row.late || noValue },
    { key: 'percent', title: '完成率', width: 90, align: 'right', card: 'tag', cell: (row) => `${row.percent}%` },
  ];
  return (
    <PlainList<CourseOrgRow>
      caption="各支部完成情况"
      endpoint={followCourseOrgs}
      columns={columns}
      keep={KEPT}
      unit="个"
      inputOf={({ tab: _tab, ...values }) => ({ ...values, id: course.id })}
      empty={{ title: '没有学员', text: '必修课发布后列入学习对象；选修课由学习对象自己报名。' }}
    />
  );
}

function ChapterTable({ course }: { course: CourseDetail }) {
  return (
    <ol className="card course-parts" aria-label="章节">
      {course.chapters.map((one, at) => (
        <li key={one.id} className="course-part">
          <span className="course-mark">{at + 1}</span>
          <span className="course-part-words">
            <b>{one.title}</b>
            <span className="course-tags">
              <span className="tag">{CHAPTER_KINDS[one.kind]}</span>
              {!one.isMust && <span className="tag">选学</span>}
              {one.isGone && <span className="tag warn">内容已下架</span>}
              <span className="muted small">{one.sourceName || one.url || one.note}</span>
            </span>
          </span>
          <span>
            {one.finished} / {course.people}人学完
          </span>
        </li>
      ))}
    </ol>
  );
}
