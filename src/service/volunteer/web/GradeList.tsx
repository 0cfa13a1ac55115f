import { useState } from 'react';
import { useOrgSide } from '#people/org/web/pickers.nouns.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { ListPage } from '#platform/web/list/ListPage.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { noValue } from '#platform/web/show/none.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import {
  GRADE_SIDES,
  GRADE_VIEWS,
  type GradeRow,
  gradeForm,
  gradeMembers,
  gradeUnits,
  listGrades,
} from '../contract.grade.ts';
import { GRADES, type Grade } from '../rules.grade.ts';
import { PATHS } from './paths.ts';
import './volunteer.css';

type Answer = ReplyOf<typeof listGrades>;
interface Chosen {
  rows: readonly GradeRow[];
  year: number;
  isUnit: boolean;
  clear: () => void;
}

const TABS = Object.entries(GRADE_VIEWS).map(([value, label]) => ({ value, label }));
const TONES: Readonly<Record<number, string>> = { 1: 'tag ok', 2: 'tag ok', 3: 'tag', 4: 'tag warn' };

const columnsOf = (years: readonly number[]): readonly Column<GradeRow>[] => [
  {
    key: 'name',
    title: '名称',
    width: 220,
    always: true,
    card: 'title',
    cell: (row) => <span title={row.name}>{row.name}</span>,
  },
  {
    key: 'homeName',
    title: '所在党组织',
    width: 220,
    card: 'line',
    cell: (row) => (row.homeName ? <span title={row.homeName}>{row.homeName}</span> : noValue),
  },
  {
    key: 'orgName',
    title: '社区',
    width: 200,
    card: 'line',
    cell: (row) => <span title={row.orgName}>{row.orgName}</span>,
    filter: { kind: 'choice', name: 'side', options: optionsOf(GRADE_SIDES) },
  },
  { key: 'hours', title: '小时', width: 80, align: 'right', card: 'side', cell: (row) => row.hours },
  { key: 'absences', title: '缺席', width: 70, align: 'right', card: 'line', cell: (row) => row.absences },
  {
    key: 'grade',
    title: '等次',
    width: 80,
    card: 'tag',
    cell: (row) =>
      row.grade === null ? (
        <span className="tag">待评</span>
      ) : (
        <span className={TONES[row.grade]}>{row.gradeName}</span>
      ),
  },
  {
    key: 'word',
    title: '评语',
    width: 220,
    card: 'line',
    cell: (row) => (row.word ? <span title={row.word}>{row.word}</span> : noValue),
  },
  {
    key: 'gradedOn',
    title: '评定时间',
    width: 170,
    startsHidden: true,
    cell: (row) => (row.gradedOn ? `${row.gradedOn} ${row.gradedName}` : noValue),
    filter: {
      kind: 'choice',
      name: 'year',
      options: years.map((year) => ({ value: String(year), label: `${year}年` })),
    },
  },
];

/** `/service/grade`: what the places say of units and people at the end of a year. */
export default function GradeList() {
  const side = useOrgSide();
  const mayGrade = may(useSession(), 'volunteer:audit');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [years] = useState(() => {
    const year = new Date(Date.now() + 8 * 3_600_000).getUTCFullYear();
    return [year, year - 1, year - 2];
  });
  return (
    <>
      <ListPage<GradeRow, Answer>
        title="年度评价"
        path={PATHS.grades}
        endpoint={listGrades}
        columns={columnsOf(years)}
        search={{ name: 'keyWords', placeholder: '单位名称或姓名' }}
        unit="件"
        views={{ list: TABS, counts: ({ counts }) => counts }}
        {...(side ? { side } : {})}
        note={(_list, answer) =>
          answer ? (
            <p className="service-listed">
              {answer.year}年度。
              {answer.isOpen
                ? '12月起由社区评定，评定前可参考时长和缺席；次年1月1日以后没有评的列为预警。'
                : '这一年现在不能评定，只能查看。'}
            </p>
          ) : null
        }
        {...(mayGrade
          ? {
              bulk: ({ rows, count, clear }, { state }, answer) => (
                <Button
                  look="primary"
                  aria-haspopup="dialog"
                  disabled={!answer || rows.length < count || !rows.every((row) => row.can.grade)}
                  onClick={() =>
                    answer &&
                    setChosen({
                      rows,
                      year: answer.year,
                      isUnit: !(state.values.view ?? '').startsWith('person'),
                      clear,
                    })
                  }
                >
                  评定所选
                </Button>
              ),
            }
          : {})}
        row={{ label: (row) => row.name, href: () => PATHS.grades, editHref: () => null, menu: () => [] }}
        empty={{ title: '没有要评的', text: '12月起列出在本社区报到的单位和党员，由社区评定等次、写评语。' }}
      />
      {chosen && <GradeDialog chosen={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function GradeDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const { rows, year, isUnit, clear } = chosen;
  const act = useAct(isUnit ? gradeUnits : gradeMembers, { quiet: true });
  const [first] = rows;
  const form = useForm({
    schema: gradeForm,
    initial: { grade: '', word: '' },
    of: 'GradeDialog',
    isNew: true,
  });
  return (
    <FormDialog
      title={rows.length === 1 && first ? `评定 ${first.name}` : `评定${rows.length}${isUnit ? '个单位' : '名党员'}`}
      icon="check"
      act="评定"
      form={form}
      pending={act.isPending}
      onClose={onClose}
      onSave={async () => {
        const { graded } = await act.mutateAsync({
          ids: rows.map(({ id }) => id),
          year,
          grade: Number(form.text('grade')) as Grade,
          word: form.text('word'),
        });
        clear();
        emit('notice', { kind: 'success', text: `已评定${graded}${isUnit ? '个单位' : '名党员'}，已发通知` });
      }}
    >
      <SelectField form={form} name="grade" label={`${year}年等次`} required options={optionsOf(GRADES)} />
      <AreaField
        form={form}
        name="word"
        label="评语"
        required
        max={100}
        rows={3}
        wide
        hint={rows.length > 1 ? '所选的都用这一个等次和评语，单位或本人会收到通知。' : '单位或本人会收到通知。'}
      />
    </FormDialog>
  );
}
