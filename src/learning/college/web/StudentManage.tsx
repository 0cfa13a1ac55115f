import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { StartDialog } from '#platform/web/dialogs/StartDialog.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { dropStudent, exportStudents, listClasses, listStudents, type Student } from '../contract.student.ts';
import {
  COLLEGE,
  GRADES,
  IDENTITIES,
  JOB_CLASSES,
  PAST,
  placeWords,
  STAFF,
  STUDENT,
  SUSPENDED,
  TITLE_LEVELS,
  wordOf,
} from '../rules.ts';
import { noValue, optionsFromWords } from './parts.tsx';
import { StudentDialog } from './StudentDialog.tsx';
import '#platform/web/records/records.css';

const KEPT = ['tab', 'grade', 'className'];
const FILTERS = ['grade', 'className', 'jobClass', 'titleLevel', 'suspended', 'identity', 'name'] as const;
/** Whom a tab shows. */
const shownIn = (tab: string) => ({
  jobType: tab === 'staff' ? STAFF : STUDENT,
  ...(tab === 'past' ? { grade: PAST } : {}),
  ...(tab === 'students' ? { atSchool: '1' as const } : {}),
});
const TABS = [
  { key: 'students', label: '在校学生' },
  { key: 'past', label: '往届' },
  { key: 'staff', label: '教职工' },
];

const name: Column<Student> = {
  key: 'name',
  title: '姓名',
  width: 90,
  card: 'title',
  cell: (row) => <Link to={COLLEGE.student(row.id)}>{row.name}</Link>,
};
const identity: Column<Student> = {
  key: 'identity',
  title: '政治面貌',
  width: 95,
  card: 'tag',
  cell: (row) => <span className={row.identity === 2 ? 'tag red' : 'tag'}>{wordOf(IDENTITIES, row.identity)}</span>,
  filter: { kind: 'choice', name: 'identity', options: optionsFromWords(IDENTITIES) },
};
const org: Column<Student> = { key: 'org', title: '所在党支部', width: 190, card: 'line', cell: (row) => row.orgName };
const suspended = (title: string): Column<Student> => ({
  key: 'suspended',
  title,
  width: 60,
  cell: (row) => (row.suspended === 1 ? <span className="tag warn">是</span> : noValue),
  filter: { kind: 'choice', name: 'suspended', options: optionsFromWords(SUSPENDED) },
});
const number = (title: string): Column<Student> => ({
  key: 'number',
  title,
  width: 95,
  card: 'line',
  cell: (row) => row.number || noValue,
});
const place: Column<Student> = {
  key: 'place',
  title: '年级班级',
  width: 150,
  card: 'line',
  cell: (row) => placeWords(row),
};
const COLUMNS: Readonly<Record<string, readonly Column<Student>[]>> = {
  students: [name, identity, number('学号'), place, org, suspended('休学')],
  past: [
    name,
    identity,
    number('学号'),
    { key: 'className', title: '原班级', width: 130, card: 'line', cell: (row) => row.className || noValue },
    { key: 'since', title: '成为往届', width: 110, card: 'line', cell: (row) => row.graduatedOn ?? noValue },
    org,
  ],
  staff: [
    name,
    identity,
    number('工号'),
    {
      key: 'jobClass',
      title: '在岗情况',
      width: 90,
      card: 'line',
      cell: (row) => wordOf(JOB_CLASSES, row.jobClass),
      filter: { kind: 'choice', name: 'jobClass', options: optionsFromWords(JOB_CLASSES) },
    },
    {
      key: 'titleLevel',
      title: '职称',
      width: 80,
      card: 'line',
      cell: (row) => wordOf(TITLE_LEVELS, row.titleLevel),
      filter: { kind: 'choice', name: 'titleLevel', options: optionsFromWords(TITLE_LEVELS) },
    },
    org,
    suspended('停职'),
  ],
};

/** 学生管理: the students by grade and class, those who have left, and the staff. */
export default function StudentManage() {
  const navigate = useNavigate();
  const { tab: wantedTab, grade, className } = readQuery(useLocation().search, ['tab', 'grade', 'className']);
  const tab = TABS.find(({ key }) => key === wantedTab)?.key ?? 'students';
  const drop = useAct(dropStudent, { quiet: true });
  const [editing, setEditing] = useState<Student | 'new' | null>(null);
  const [exporting, setExporting] = useState<Readonly<Record<string, string | undefined>> | null>(null);
  const start = useAct(exportStudents, { quiet: true });
  const [dropping, setDropping] = useState<Student | null>(null);
  return (
    <div className="list-page">
      <PageHead title="学生管理">
        <ButtonLink icon="import" to={COLLEGE.imports}>
          导入名册
        </ButtonLink>
        <ButtonLink icon="top" to={COLLEGE.promotion}>
          学年升级
        </ButtonLink>
        <Button look="primary" icon="plus" onClick={() => setEditing('new')}>
          列入名册
        </Button>
      </PageHead>
      <Tabs
        label="学生管理"
        tabs={TABS}
        current={tab}
        panel="college-roster"
        onPick={(key) =>
          navigate(pathWithQuery(COLLEGE.students, { tab: key === 'students' ? undefined : key }), { replace: true })
        }
      />
      <div
        id="college-roster"
        role="tabpanel"
        aria-label={TABS.find(({ key }) => key === tab)?.label ?? ''}
        className={tab === 'students' ? 'college-split' : undefined}
      >
        {tab === 'students' && <Classes grade={grade} className={className} />}
        <PlainList<Student>
          key={`${tab}:${grade}:${className}`}
          caption={TABS.find(({ key }) => key === tab)?.label ?? ''}
          endpoint={listStudents}
          columns={COLUMNS[tab] ?? []}
          search={{ name: 'name', placeholder: '姓名' }}
          keep={KEPT}
          unit="人"
          inputOf={({ tab: _tab, ...values }) => ({ ...values, ...shownIn(tab) })}
          tools={({ values }) => (
            <Button icon="export" onClick={() => setExporting(values)}>
              导出
            </Button>
          )}
          note={() => (tab === 'past' ? <span className="muted">毕业后组织关系应当转出，从“转出”办理</span> : null)}
          actsWidth={tab === 'past' ? 140 : 100}
          acts={(row) => (
            <>
              {tab === 'past' && row.identity === 2 && (
                <ButtonLink look="row" to={pathWithQuery('/affairs/relation/transferOut', { memberId: row.id })}>
                  转出
                </ButtonLink>
              )}
              <Button look="row" onClick={() => setEditing(row)}>
                修改
              </Button>
              <Button look="row" onClick={() => setDropping(row)}>
                移出
              </Button>
            </>
          )}
          empty={{
            title: tab === 'past' ? '没有往届学生' : '名册里没有人',
            text:
              tab === 'past'
                ? '学年升级后，三年级学生成为往届，在这里等待转出组织关系。'
                : '点“列入名册”从党员库里选人，或“导入名册”用表格一次导入。',
          }}
        />
      </div>
      {editing && (
        <StudentDialog
          student={editing === 'new' ? null : editing}
          jobType={tab === 'staff' ? STAFF : STUDENT}
          onClose={() => setEditing(null)}
        />
      )}
      {exporting && (
        <StartDialog
          title="导出名册"
          example="报送学籍统计"
          onStart={({ purpose = '' }) =>
            start.mutateAsync({
              ...Object.fromEntries(FILTERS.flatMap((key) => (exporting[key] ? [[key, exporting[key]]] : []))),
              ...shownIn(tab),
              purpose,
            })
          }
          onClose={() => setExporting(null)}
        >
          按当前筛选条件在后台导出，每人一行；文件带您的姓名、时间和用途的水印。
        </StartDialog>
      )}
      {dropping && (
        <ReasonDialog
          title={`移出名册 ${dropping.name}`}
          act="移出"
          label="移出原因"
          onDone={async (reason) => {
            await drop.mutateAsync({ id: dropping.id, reason });
          }}
          onClose={() => setDropping(null)}
        >
          只从学院名册里移出；党员信息、学过的课程和考试成绩不变。
        </ReasonDialog>
      )}
    </div>
  );
}

/** The grades and classes of the scope, each with how many, as the way into them. */
function Classes({ grade, className }: { grade: string | undefined; className: string | undefined }) {
  const classesQuery = useCall(listClasses, {}, { quiet: true });
  const classes = (classesQuery.data?.classes ?? []).filter((one) => one.grade !== PAST);
  const all = classes.reduce((sum, { people }) => sum + people, 0);
  const grades = [...new Set(classes.map((one) => one.grade))];
  const current = (is: boolean) => (is ? ({ 'aria-current': 'true' } as const) : {});
  return (
    <nav className="card college-classes" aria-label="年级和班级">
      <Link to={COLLEGE.students} {...current(grade === undefined)}>
        全部在校学生<span className="muted">{all}</span>
      </Link>
      {grades.map((one) => {
        const of = classes.filter((row) => row.grade === one);
        return [
          <Link
            key={one}
            to={pathWithQuery(COLLEGE.students, { grade: String(one) })}
            {...current(grade === String(one) && className === undefined)}
          >
            <b>{wordOf(GRADES, one)}</b>
            <span className="muted">{of.reduce((sum, { people }) => sum + people, 0)}</span>
          </Link>,
          ...of.map((row) => (
            <Link
              key={`${one}:${row.className}`}
              to={pathWithQuery(COLLEGE.students, { grade: String(one), className: row.className })}
              {...current(grade === String(one) && className === row.className)}
            >
              {row.className}
              <span className="muted">{row.people}</span>
            </Link>
          )),
        ];
      })}
    </nav>
  );
}
