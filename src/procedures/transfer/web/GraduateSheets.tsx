import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { call, download } from '#platform/web/call/api.ts';
import { keyOf, useAct, useCall } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { DateField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import type { Column } from '#platform/web/list/columns.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { PlainList } from '#platform/web/list/PlainList.tsx';
import { RowLink } from '#platform/web/list/RowLink.tsx';
import { PaperDialog } from '#platform/web/paper/PaperDialog.tsx';
import { pathWithQuery, readQuery } from '#platform/web/route/navigation.ts';
import { may, useSession } from '#platform/web/session/session.ts';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { formatNumber } from '#platform/web/show/number.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { fileFault } from '#platform/web/upload/sheetFault.ts';
import {
  type GraduateRow,
  type GraduationRow,
  graduateTemplate,
  graduationFields,
  LINE_STATES,
  listGraduates,
  listGraduations,
  MOST_GRADUATES,
  printGraduates,
  printRoll,
  ROLL_STATES,
  readGraduates,
  runGraduates,
} from '../contract.graduates.ts';
import { ReceiptDialog, WholeDialog, WholeInDialog } from './GraduateDialogs.tsx';
import { PATHS } from './paths.ts';
import './relation.css';

/** How often a sheet is asked for while its job runs, in milliseconds. */
const WATCH = 2000;
const sheetPath = (id: string) => pathWithQuery(PATHS.graduateSheets, { id });

const summary = ({ kind, counts, running }: GraduationRow): string =>
  [
    running ? `正在办理 ${formatNumber(running.done)}／${formatNumber(running.total ?? running.done)}` : '',
    counts.submitted > 0 && `${kind === 'wholeIn' ? '已接收' : '已提交'}${formatNumber(counts.submitted)}`,
    counts.due > 0 && `${kind === 'wholeIn' ? '待接收' : '待提交'}${formatNumber(counts.due)}`,
    counts.refused > 0 && `${kind === 'wholeIn' ? '未能接收' : '未能提交'}${formatNumber(counts.refused)}`,
    counts.unplaced > 0 && `未落实去向${formatNumber(counts.unplaced)}`,
    counts.bad > 0 && `不能识别${formatNumber(counts.bad)}`,
    counts.letters > 0 && `介绍信${formatNumber(counts.letters)}份`,
  ]
    .filter(Boolean)
    .join('，');

const SHEETS: readonly Column<GraduationRow>[] = [
  {
    key: 'fileName',
    title: '文件',
    width: 240,
    card: 'title',
    cell: (row) => <RowLink to={sheetPath(row.id)}>{row.fileName}</RowLink>,
  },
  { key: 'summary', title: '办理情况', width: 380, card: 'line', cell: summary },
  { key: 'graduatedOn', title: '毕业（文件）日期', width: 140, card: 'line', cell: (row) => row.graduatedOn },
  { key: 'orgName', title: '办理组织', width: 180, cell: (row) => row.orgName },
  { key: 'createdBy', title: '上传人', width: 90, cell: (row) => row.createdBy },
  { key: 'createdAt', title: '上传时间', width: 140, card: 'line', cell: (row) => dateTime(row.createdAt) },
];

const TONES: Readonly<Record<GraduateRow['state'], string>> = {
  due: 'tag warn',
  refused: 'tag bad',
  bad: 'tag bad',
  unplaced: 'tag',
  submitted: 'tag ok',
};
const LINES: readonly Column<GraduateRow>[] = [
  {
    key: 'name',
    title: '姓名',
    width: 100,
    card: 'title',
    cell: (row) =>
      row.memberId ? <RowLink to={`/affairs/member/browse/${row.memberId}`}>{row.name}</RowLink> : row.name,
  },
  {
    key: 'state',
    title: '结果',
    width: 110,
    card: 'tag',
    cell: (row) => <span className={TONES[row.state]}>{row.stateName}</span>,
    filter: {
      kind: 'choice',
      name: 'state',
      options: optionsOf(LINE_STATES),
    },
  },
  { key: 'outsideName', title: '接收党委', width: 240, card: 'line', cell: (row) => row.outsideName },
  { key: 'outsideBranch', title: '接收党支部', width: 160, cell: (row) => row.outsideBranch },
  {
    key: 'note',
    title: '说明',
    width: 260,
    card: 'line',
    cell: (row) => row.note || (row.keepUntil ? `关系在校保留至${row.keepUntil}` : <span className="muted">—</span>),
  },
  { key: 'letterNo', title: '介绍信', width: 230, card: 'line', cell: (row) => row.letterNo || noValue },
];

/** Of a roll from outside: where everybody came from stands above, no letters are issued. */
const LINES_IN: readonly Column<GraduateRow>[] = LINES.filter(
  ({ key }) => key !== 'outsideName' && key !== 'letterNo',
).map((column) =>
  column.key === 'outsideBranch'
    ? { ...column, title: '编入党支部', card: 'line' as const }
    : column.key === 'state'
      ? { ...column, filter: { kind: 'choice' as const, name: 'state', options: optionsOf(ROLL_STATES) } }
      : column,
);

/** 毕业生去向表: sheets of graduates, read, handed in, decided and printed; `?id=` shows one with its lines. */
export default function GraduateSheets() {
  const { id } = readQuery(useLocation().search, ['id']);
  const [whole, setWhole] = useState<'out' | 'in' | null>(null);
  return (
    <div className="list-page">
      {id === undefined ? (
        <>
          <PageHead title="成批转接">
            <ButtonLink to={PATHS.graduates}>逐人填写</ButtonLink>
            <Button icon="tree" onClick={() => setWhole('out')}>
              整建制转出
            </Button>
            <Button icon="tree" onClick={() => setWhole('in')}>
              整建制转入
            </Button>
          </PageHead>
          {whole === 'out' && <WholeDialog onClose={() => setWhole(null)} />}
          {whole === 'in' && <WholeInDialog onClose={() => setWhole(null)} />}
          <Upload />
          <PlainList<GraduationRow>
            caption="去向表和名册"
            endpoint={listGraduations}
            columns={SHEETS}
            unit="份"
            refresh={(rows) => (rows.some(({ running }) => running) ? WATCH : false)}
            empty={{ title: '还没有去向表', text: '下载表格填好每人的去向，再上传；一份最多两千行。' }}
          />
        </>
      ) : (
        <OneSheet id={id} />
      )}
    </div>
  );
}

function Upload() {
  const session = useSession();
  const navigate = useNavigate();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const form = useForm({
    schema: graduationFields,
    initial: { reason: '毕业离校，组织关系转至就业（升学）单位', graduatedOn: '' },
    isNew: true,
  });
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set('reason', form.text('reason'));
      body.set('graduatedOn', form.text('graduatedOn'));
      body.set('file', file);
      return call(readGraduates, {}, { body, quiet: true });
    },
    onSuccess: ({ id }) => {
      form.sent();
      void client.invalidateQueries({ queryKey: keyOf(listGraduations) });
      navigate(sheetPath(id));
    },
    onError: (error) => {
      const isFielded = form.take(error);
      setMessage((error instanceof ApiError && error.fields.file) || (isFielded ? '' : error.message));
    },
  });
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (!files || !file || upload.isPending) return;
    const wrong = fileFault([...files]);
    setMessage(wrong);
    if (wrong === '') upload.mutate(file);
    if (input.current) input.current.value = '';
  };
  return (
    <section className="card rel-sheet-upload" aria-label="上传去向表">
      <DateField form={form} name="graduatedOn" label="毕业日期" required />
      <TextField form={form} name="reason" label="转接原因" required max={200} />
      <div className="rel-acts">
        <Button
          icon="export"
          // The client has shown why it failed.
          onClick={() => download(graduateTemplate, { orgId: session.user.workOrgId }).catch(() => {})}
        >
          下载表格
        </Button>
        <Button look="primary" icon="import" disabled={upload.isPending} onClick={() => input.current?.click()}>
          {upload.isPending ? '正在读…' : '上传去向表'}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.xls,.csv"
          aria-label="填好的毕业生去向表"
          onChange={(event) => take(event.target.files)}
        />
      </div>
      {message && (
        <p className="field-fault" role="alert">
          <Icon name="warning" />
          {message}
        </p>
      )}
      <p className="secondary">
        一份最多{formatNumber(MOST_GRADUATES)}
        行；先读入核对，再提交。没有落实去向的留空：组织关系在校保留不超过两年，到期提醒党支部。
      </p>
    </section>
  );
}

const facts = ({ kind, documentNo, graduatedOn, outsideName, movedName }: GraduationRow): string =>
  kind === 'graduate'
    ? `${graduatedOn}毕业`
    : `文号${documentNo}，${graduatedOn}，${kind === 'wholeIn' ? `由${outsideName}转入${movedName}` : `${movedName}转出`}`;

function OneSheet({ id }: { id: string }) {
  const session = useSession();
  const query = useCall(
    listGraduations,
    { id },
    { quiet: true, staleTime: 0, refetchInterval: (read) => (read?.rows[0]?.running ? WATCH : false) },
  );
  const run = useAct(runGraduates);
  const print = useAct(printGraduates);
  const [roll, setRoll] = useState(false);
  const [receiving, setReceiving] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const client = useQueryClient();
  const isRunning = query.data?.rows[0]?.running != null;
  // The lines are asked for once more when a job has ended: what it did last came after the last look at them.
  useEffect(() => {
    if (!isRunning) void client.invalidateQueries({ queryKey: keyOf(listGraduates) });
  }, [isRunning, client]);
  if (!query.data) return <Waiting query={query} />;
  const [sheet] = query.data.rows;
  if (!sheet) return <Waiting query={query} />;
  const { can, running, counts } = sheet;
  const full = may(session, 'member:reveal');
  const busy = run.isPending || print.isPending || running !== null;
  return (
    <>
      <PageHead title={sheet.fileName}>
        <ButtonLink to={PATHS.graduateSheets}>全部去向表</ButtonLink>
        {may(session, 'relation:letter') && (
          <Button icon="print" onClick={() => setRoll(true)}>
            打印名册
          </Button>
        )}
        {can.print && (
          <Button icon="print" disabled={busy} onClick={() => print.mutate({ id, full })}>
            打印介绍信{formatNumber(counts.letters)}份
          </Button>
        )}
        {can.receive && (
          <Button disabled={busy} onClick={() => setReceiving(true)}>
            登记回执{formatNumber(counts.receiving)}人
          </Button>
        )}
        {can.agree && (
          <Button look="primary" icon="check" disabled={busy} onClick={() => run.mutate({ id, act: 'agree' })}>
            审批并开介绍信{formatNumber(counts.deciding)}人
          </Button>
        )}
        {can.undo && (
          <Button icon="back" disabled={busy} onClick={() => setUndoing(true)}>
            撤销{formatNumber(counts.undoable)}人
          </Button>
        )}
        {can.admit && (
          <Button look="primary" icon="check" disabled={busy} onClick={() => run.mutate({ id, act: 'admit' })}>
            接收{formatNumber(counts.due + counts.refused)}人
          </Button>
        )}
        {can.submit && (
          <Button look="primary" icon="transfer" disabled={busy} onClick={() => run.mutate({ id, act: 'submit' })}>
            {counts.submitted > 0 ? '接着提交' : '提交审批'}
            {formatNumber(counts.due + counts.refused)}人
          </Button>
        )}
      </PageHead>
      <section className="card rel-sheet-head" aria-label="办理情况">
        <p role="status">{summary(sheet)}</p>
        {running?.total ? <progress max={running.total} value={running.done} aria-label="办理进度" /> : null}
        <p className="secondary">
          {facts(sheet)}，{sheet.reason}；{sheet.createdBy}
          {dateTime(sheet.createdAt)}上传。
        </p>
      </section>
      <PlainList<GraduateRow>
        caption="各行和结果"
        endpoint={listGraduates}
        columns={sheet.kind === 'wholeIn' ? LINES_IN : LINES}
        keep={KEPT}
        inputOf={(values) => ({ ...values, id })}
        unit="行"
        refresh={() => (running ? WATCH : false)}
        empty={{ title: '没有这样的行', text: '换一个结果看看。' }}
      />
      {undoing && (
        <ReasonDialog
          title={`撤销${sheet.fileName}`}
          act={`撤销${formatNumber(counts.undoable)}人`}
          label="撤销原因"
          onDone={(reason) => run.mutateAsync({ id, act: 'undo', reason })}
          onClose={() => setUndoing(false)}
        >
          <p>已办结的逐人转回，另成一件，两件互相注明；此后又有变动的人不撤销，原因见名册。</p>
        </ReasonDialog>
      )}
      {receiving && <ReceiptDialog sheet={sheet} onClose={() => setReceiving(false)} />}
      {roll && (
        <PaperDialog
          title={`${sheet.fileName}名册`}
          ask={(signal) => call(printRoll, { id }, { quiet: true, signal })}
          onClose={() => setRoll(false)}
        />
      )}
    </>
  );
}

const KEPT = ['id'];
