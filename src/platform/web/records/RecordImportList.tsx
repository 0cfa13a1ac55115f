import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import {
  type ImportKind,
  MOST_LINES,
  type RecordBatch,
  type RecordImportCalls,
} from '#platform/records/recordImport.ts';
import { call, download } from '../call/api.ts';
import { keyOf } from '../call/hooks.ts';
import { ApiError } from '../call/request.ts';
import { useStands } from '../dialogs/useStands.ts';
import type { Column } from '../list/columns.ts';
import { PlainList } from '../list/PlainList.tsx';
import { readQuery } from '../route/navigation.ts';
import { PageHead } from '../shell/PageHead.tsx';
import { Icon } from '../show/icons.tsx';
import { dateTime } from '../show/time.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { fileFault } from '../upload/sheetFault.ts';
import '../upload/sheet.css';

/** What the pages of an import are about. */
export interface RecordImporting {
  calls: RecordImportCalls;
  kinds: readonly ImportKind[];
  /** The column that says whom a line is about. */
  named: string;
  /** Where the list stands; a sheet stands below it by its id. */
  path: string;
  /** How a row finds its owner, after 每条…一行，. */
  finding: string;
  /** Writing and taking back ask for the own password; what writing does stands above the field. */
  confirms?: string;
  /** What taking an import back does, as a sentence, where its rows go to no bin. */
  back?: string;
  /** What is done next with a sheet that was written. */
  Next?: ComponentType<{ id: string }>;
}

const STATES: Readonly<Record<RecordBatch['state'], readonly [label: string, tone: string]>> = {
  uploaded: ['待写入', 'warn'],
  done: ['已写入', 'ok'],
  undone: ['已撤销', ''],
};

const columnsOf = (path: string): readonly Column<RecordBatch>[] => [
  {
    key: 'fileName',
    title: '文件',
    width: 260,
    card: 'title',
    cell: (batch) => (
      <Link to={`${path}/${batch.id}`} title={batch.fileName}>
        {batch.fileName}
      </Link>
    ),
  },
  {
    key: 'state',
    title: '状态',
    width: 96,
    card: 'side',
    cell: ({ state }) => <span className={`tag ${STATES[state][1]}`}>{STATES[state][0]}</span>,
  },
  { key: 'kindName', title: '内容', width: 120, card: 'line', cell: ({ kindName }) => kindName },
  { key: 'total', title: '总行数', width: 84, align: 'right', cell: ({ total }) => total },
  {
    key: 'counts',
    title: '结果',
    width: 240,
    card: 'line',
    cell: ({ state, written, bad, same }) => {
      if (state === 'uploaded') return <span className="muted">还没有写入</span>;
      if (state === 'undone') {
        const rest = written > 0 ? `，${written}条保留` : '';
        return <span className="muted">写入的已撤销{rest}</span>;
      }
      return [`已写入${written}`, same > 0 && `已存在${same}`, bad > 0 && `有误${bad}`].filter(Boolean).join('，');
    },
  },
  { key: 'createTime', title: '上传时间', width: 136, card: 'line', cell: ({ createTime }) => dateTime(createTime) },
];

/** Uploads a sheet of one tab, and lists the user's earlier sheets. */
export function RecordImportList({ importing }: { importing: RecordImporting }) {
  const { calls, path } = importing;
  return (
    <div className="list-page import-list">
      <PageHead />
      <Upload importing={importing} />
      <h2 className="section-title">我的导入记录</h2>
      <PlainList<RecordBatch>
        caption="我的档案分表导入"
        endpoint={calls.list}
        columns={columnsOf(path)}
        unit="次"
        acts={(batch) => (
          <ButtonLink look="row" to={`${path}/${batch.id}`}>
            {batch.state === 'uploaded' ? '继续' : '查看'}
          </ButtonLink>
        )}
        empty={{ title: '还没有导入过', text: '先选要导入的内容，下载模板填好，再上传。' }}
      />
    </div>
  );
}

function Upload({ importing }: { importing: RecordImporting }) {
  const { calls, kinds, path, finding } = importing;
  const navigate = useNavigate();
  const client = useQueryClient();
  const { stands, tell } = useStands();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { search } = useLocation();
  const [kind, setKind] = useState(
    () => readQuery(search, ['kind']).kind ?? (kinds.length === 1 ? (kinds[0]?.kind ?? '') : ''),
  );
  const [fault, setFault] = useState('');
  const sort = kinds.find((one) => one.kind === kind);
  const upload = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.set('kind', kind);
      body.set('file', file);
      // The fault stands at the field.
      return call(calls.upload, {}, { body, quiet: true });
    },
    onSuccess: (batch) => {
      void client.invalidateQueries({ queryKey: keyOf(calls.list) });
      // Who has left meanwhile finds it among the imports.
      if (stands.current) navigate(`${path}/${batch.id}`);
    },
    onError: (error) =>
      tell(error) || setFault((error instanceof ApiError && Object.values(error.fields)[0]) || error.message),
  });
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (!files || !file || upload.isPending) return;
    const wrong = fileFault([...files]);
    setFault(wrong);
    if (wrong === '') upload.mutate(file);
    // The same file may be chosen again after it was fixed.
    if (input.current) input.current.value = '';
  };
  return (
    <section className="card import-upload" aria-label="上传表格">
      <div className="import-drop" aria-busy={upload.isPending}>
        <div className="import-kind" hidden={kinds.length === 1}>
          <label className="field-label" htmlFor={id}>
            导入的内容
          </label>
          <span className="field-box">
            <select
              id={id}
              value={sort ? kind : ''}
              onChange={(event) => {
                setKind(event.target.value);
                setFault('');
              }}
            >
              <option value="">请选择</option>
              {kinds.map((one) => (
                <option key={one.kind} value={one.kind}>
                  {one.label}
                </option>
              ))}
            </select>
            <Icon name="down" size={14} />
          </span>
        </div>
        <Button
          look="primary"
          icon="import"
          disabled={upload.isPending}
          onClick={() => (sort ? input.current?.click() : setFault('请先选择导入的内容'))}
        >
          {upload.isPending ? '正在上传并校验…' : '选择文件'}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".xlsx,.xls,.csv"
          hidden
          aria-label="选择要导入的表格"
          onChange={(event) => take(event.target.files)}
        />
        <p className="muted small">支持 xlsx、xls、csv，一次最多{MOST_LINES}行；上传后先校验，确认后才写入</p>
        {fault && (
          <p className="field-fault" role="alert">
            <Icon name="warning" />
            {fault}
          </p>
        )}
      </div>
      <div className="import-upload-side">
        <h2>先拿模板</h2>
        <p>
          {sort ? `每条${sort.label}一行，${finding}。` : `先选导入的内容，再下载它的模板。每条记录一行，${finding}。`}
        </p>
        {sort?.hint && <p>{sort.hint}</p>}
        <Button
          icon="export"
          disabled={!sort}
          // The client has shown why it failed.
          onClick={() => download(calls.template, { kind }).catch(() => {})}
        >
          下载模板
        </Button>
        <h2>已经登记的</h2>
        <p>与档案里完全一样的行不会重复写入；同一个表格改好有误的行后可以再传一次。</p>
      </div>
    </section>
  );
}
