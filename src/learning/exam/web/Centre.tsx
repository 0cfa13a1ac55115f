import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { restoreRecycled } from '#kernel/system/contract.ts';
import { call, download } from '#platform/web/call/api.ts';
import { useRemove } from '#platform/web/dialogs/useRemove.tsx';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { Tabs } from '#platform/web/records/Tabs.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type LibRow, listLibs, removeLib } from '../contract.bank.ts';
import { type ExamRow, listExams, removeExam } from '../contract.exam.ts';
import { listPapers, type PaperRow, removePaper } from '../contract.paper.ts';
import { printPaper, wordPaper } from '../contract.print.ts';
import { KINDS, PAPER_TYPES, PHASES, pointsText, STATES } from '../rules.ts';
import { OwnExams } from './OwnExams.tsx';
import { PrintDialog } from './PrintDialog.tsx';
import { ExamTag } from './pickers.parts.tsx';
import { PATHS } from './pickers.paths.ts';
import { WrongBook } from './WrongBook.tsx';
import '#platform/web/records/records.css';

const DESK = [
  { key: 'exam', label: '考试' },
  { key: 'paper', label: '试卷' },
  { key: 'lib', label: '题库' },
];
const OWN = [
  { key: 'own', label: '我的考试' },
  { key: 'wrong', label: '错题本' },
];
const KEPT = ['tab'];

/** 考试中心: the desk of those who set exams, and everybody's own exams. */
export default function Centre() {
  const session = useSession();
  const navigate = useNavigate();
  const writes = may(session, 'exam:write');
  const tabs = writes ? [...DESK, ...OWN] : OWN;
  const { tab: wantedTab } = readQuery(useLocation().search, ['tab']);
  const tab = tabs.find(({ key }) => key === wantedTab)?.key ?? (tabs[0]?.key as string);
  return (
    <div className="list-page">
      <PageHead title="考试中心">
        {tab === 'exam' && (
          <>
            <ButtonLink icon="import" to={PATHS.imports}>
              导入纸质成绩
            </ButtonLink>
            <ButtonLink look="primary" icon="plus" to={PATHS.exam}>
              新增考试
            </ButtonLink>
          </>
        )}
        {tab === 'paper' && (
          <ButtonLink look="primary" icon="plus" to={PATHS.paperAdd}>
            新增试卷
          </ButtonLink>
        )}
        {tab === 'lib' && (
          <ButtonLink look="primary" icon="plus" to={PATHS.libEdit('new')}>
            新增题库
          </ButtonLink>
        )}
      </PageHead>
      <Tabs
        label="考试中心"
        tabs={tabs}
        current={tab}
        panel="exam-list"
        onPick={(key) =>
          navigate(pathWithQuery(PATHS.centre, { tab: key === tabs[0]?.key ? undefined : key }), { replace: true })
        }
      />
      <section id="exam-list" className="exam-list" aria-label={tabs.find(({ key }) => key === tab)?.label}>
        {tab === 'exam' && <Exams />}
        {tab === 'paper' && <Papers />}
        {tab === 'lib' && <Libs />}
        {tab === 'own' && <OwnExams />}
        {tab === 'wrong' && <WrongBook />}
      </section>
    </div>
  );
}

const withoutTab = ({ tab: _tab, ...values }: Readonly<Record<string, string>>) => values;

function Exams() {
  const [now] = useState(() => Date.now());
  const removal = useRemove({
    call: removeExam,
    restore: restoreRecycled,
    kind: 'exam',
    consequence: () => '考试没有发布，删除后进入回收站。',
  });
  const columns: readonly Column<ExamRow>[] = [
    {
      key: 'title',
      title: '考试名称',
      width: 200,
      card: 'title',
      cell: (row) => (
        <Link to={pathWithQuery(row.state === 1 ? PATHS.follow : PATHS.exam, { id: row.id })}>{row.title}</Link>
      ),
    },
    {
      key: 'state',
      title: '状态',
      width: 150,
      card: 'tag',
      cell: (row) => <ExamTag row={row} />,
      filter: { kind: 'choice', name: 'state', options: optionsOf(STATES) },
    },
    {
      key: 'when',
      title: '考试时间',
      width: 240,
      card: 'line',
      filterTitle: '阶段',
      cell: (row) => `${dateTime(row.opensAt)} 至 ${dateTime(row.closesAt)}`,
      filter: { kind: 'choice', name: 'phase', options: optionsOf(PHASES) },
    },
    {
      key: 'org',
      title: '组织者',
      width: 130,
      card: 'line',
      cell: (row) => <span title={`试卷：${row.paperName}，${row.minutes}分钟`}>{row.orgName}</span>,
    },
    {
      key: 'people',
      title: '参加',
      width: 80,
      align: 'right',
      card: 'line',
      cell: (row) => (row.state === 1 ? `${row.sat} / ${row.people}` : noValue),
    },
    {
      key: 'waiting',
      title: '待阅卷',
      width: 70,
      align: 'right',
      cell: (row) => row.waiting || noValue,
    },
  ];
  return (
    <>
      <PlainList<ExamRow>
        caption="考试"
        endpoint={listExams}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '考试名称' }}
        keep={KEPT}
        unit="场"
        inputOf={withoutTab}
        actsWidth={150}
        acts={(row) => (
          <>
            {row.can.edit && (
              <ButtonLink look="row" to={pathWithQuery(PATHS.exam, { id: row.id })}>
                编辑
              </ButtonLink>
            )}
            {row.state === 1 && (
              <ButtonLink look="row" to={pathWithQuery(PATHS.follow, { id: row.id })}>
                跟踪
              </ButtonLink>
            )}
            {row.can.mark && row.waiting > 0 && (
              <ButtonLink look="row" to={PATHS.mark(row.id)}>
                阅卷
              </ButtonLink>
            )}
            {row.state === 1 && Date.parse(row.opensAt) < now && row.sat > 0 && (
              <ButtonLink look="row" to={PATHS.analysis(row.id, row.paperId)}>
                分析
              </ButtonLink>
            )}
            {row.can.remove && (
              <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.title })}>
                删除
              </Button>
            )}
          </>
        )}
        empty={{ title: '还没有考试', text: '先建题库和试卷，再点“新增考试”。' }}
      />
      {removal.dialog}
    </>
  );
}

function Papers() {
  const [printing, setPrinting] = useState<PaperRow | null>(null);
  const removal = useRemove({
    call: removePaper,
    restore: restoreRecycled,
    kind: 'examPaper',
    consequence: () => '没有考试使用它，删除后进入回收站。',
  });
  const columns: readonly Column<PaperRow>[] = [
    {
      key: 'name',
      title: '试卷名称',
      width: 230,
      card: 'title',
      cell: (row) => <Link to={PATHS.paper(row.id)}>{row.name}</Link>,
    },
    {
      key: 'type',
      title: '组卷方式',
      width: 150,
      card: 'tag',
      cell: (row) => (
        <span className="tag">
          {PAPER_TYPES[row.type as keyof typeof PAPER_TYPES]}
          {row.eachOwn && '，每人一卷'}
        </span>
      ),
      filter: { kind: 'choice', name: 'type', options: optionsOf(PAPER_TYPES) },
    },
    { key: 'questions', title: '题数', width: 70, align: 'right', card: 'line', cell: (row) => row.questions },
    { key: 'total', title: '总分', width: 70, align: 'right', card: 'line', cell: (row) => pointsText(row.total) },
    { key: 'exams', title: '考试', width: 70, align: 'right', cell: (row) => row.exams || noValue },
    { key: 'org', title: '所属组织', width: 160, card: 'line', cell: (row) => row.orgName },
    {
      key: 'at',
      title: '修改时间',
      width: 140,
      cell: (row) => <span title={`${row.updateName}修改`}>{dateTime(row.updateDate)}</span>,
    },
  ];
  return (
    <>
      <PlainList<PaperRow>
        caption="试卷"
        endpoint={listPapers}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '试卷名称' }}
        keep={KEPT}
        unit="份"
        inputOf={withoutTab}
        actsWidth={130}
        acts={(row) => (
          <>
            <ButtonLink look="row" to={PATHS.paper(row.id)}>
              编辑
            </ButtonLink>
            <Button look="row" onClick={() => setPrinting(row)}>
              打印
            </Button>
            {row.can.remove && (
              <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.name })}>
                删除
              </Button>
            )}
          </>
        )}
        empty={{ title: '还没有试卷', text: '点“新增试卷”，从题库选题或按规则抽题。' }}
      />
      {printing && (
        <PrintDialog
          name={printing.name}
          hasSets={printing.type === 1}
          ask={(choice, signal) => call(printPaper, { id: printing.id, ...choice }, { quiet: true, signal })}
          word={(of) => download(wordPaper, { id: printing.id, ...of })}
          onClose={() => setPrinting(null)}
        />
      )}
      {removal.dialog}
    </>
  );
}

function Libs() {
  const removal = useRemove({
    call: removeLib,
    restore: restoreRecycled,
    kind: 'questionLib',
    consequence: () => '题库和其中的试题一起进入回收站；考过的答卷不受影响。',
  });
  const columns: readonly Column<LibRow>[] = [
    {
      key: 'name',
      title: '题库名称',
      width: 200,
      card: 'title',
      cell: (row) => <Link to={PATHS.lib(row.id)}>{row.name}</Link>,
    },
    { key: 'questions', title: '试题', width: 70, align: 'right', card: 'tag', cell: (row) => row.questions },
    {
      key: 'kinds',
      title: '各题型',
      width: 270,
      card: 'line',
      cell: (row) =>
        Object.entries(KINDS)
          .filter(([kind]) => row.kinds[kind])
          .map(([kind, label]) => `${label}${row.kinds[kind]}`)
          .join('，') || noValue,
    },
    { key: 'mend', title: '待修订', width: 70, align: 'right', cell: (row) => row.toMend || noValue },
    { key: 'org', title: '所属组织', width: 150, card: 'line', cell: (row) => row.orgName },
    { key: 'at', title: '修改时间', width: 140, cell: (row) => dateTime(row.updateDate) },
  ];
  return (
    <>
      <PlainList<LibRow>
        caption="题库"
        endpoint={listLibs}
        columns={columns}
        search={{ name: 'keyWords', placeholder: '题库名称' }}
        keep={KEPT}
        unit="个"
        inputOf={withoutTab}
        actsWidth={110}
        acts={(row) => (
          <>
            {row.can.edit && (
              <ButtonLink look="row" to={PATHS.libEdit(row.id)}>
                编辑
              </ButtonLink>
            )}
            {row.can.remove && (
              <Button look="row" onClick={() => removal.ask({ id: row.id, name: row.name })}>
                删除
              </Button>
            )}
          </>
        )}
        empty={{ title: '还没有题库', text: '点“新增题库”，再逐题添加，或从表格、Word导入。' }}
      />
      {removal.dialog}
    </>
  );
}
