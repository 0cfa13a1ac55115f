import { useState } from 'react';
import { call, download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError } from '#platform/web/call/request.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { useKept } from '#platform/web/kept/useKept.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { addQuestions, questionTemplate, type ReadRow, readPasted, readSheet } from '../contract.bank.ts';
import { faultsOf } from '../rules.text.ts';
import { DIFFICULTIES, type Kind } from '../rules.ts';
import { kindName, QuestionText } from './pickers.parts.tsx';
import { QuestionDialog, type Said } from './QuestionDialog.tsx';

const SAMPLE = `单选题
1. 中国共产党的最高理想和最终目标是（　）。
A. 实现共产主义
B. 实现现代化
答案：A
解析：见党章总纲。`;

/** Questions from a sheet or from Word's text: read, looked at line by line, then taken into the bank. */
export function ImportDialog({ libId, onClose }: { libId: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const [pending, setPending] = useState(false);
  const [read, setRead] = useState<readonly ReadRow[] | null>(null);
  const [mended, setMended] = useState<ReadRow | null>(null);
  const kept = useKept({
    of: `questions ${libId}`,
    called: '粘贴的试题',
    value: { text, read },
    changed: text !== '' || read !== null,
    restore: (typed) => {
      setText(typed.text);
      setRead(typed.read);
    },
  });
  const add = useAct(addQuestions);
  const mend = (row: ReadRow, said: Said) => {
    const faults = faultsOf({ ...said, kind: said.kind as Kind }, said.labels);
    setRead(
      (rows) => rows?.map((one) => (one === row ? { ...one, ...said, faults, doubts: [], same: '' } : one)) ?? null,
    );
    setMended(null);
  };
  const reading = async (work: () => Promise<{ questions: ReadRow[] }>) => {
    setPending(true);
    setFault('');
    try {
      setRead((await work()).questions);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(Object.values(error.fields)[0] ?? error.message);
    } finally {
      setPending(false);
    }
  };
  const sheet = (file: File) => {
    const body = new FormData();
    body.append('libId', libId);
    body.append('file', file);
    void reading(() => call(readSheet, {}, { body, quiet: true }));
  };
  const good = (read ?? []).filter(({ faults, same }) => faults.length === 0 && same === '');
  const take = async () => {
    const questions = good.map(
      ({ line: _line, faults: _faults, doubts: _doubts, same: _same, ...question }) => question,
    );
    const { added, same } = await add.mutateAsync({ libId, questions });
    kept.sent();
    emit('notice', {
      kind: 'success',
      text: `加入${added}道试题${same > 0 ? `，${same}道题库里已有，没有重复加入` : ''}`,
    });
    onClose();
  };
  return (
    <Dialog
      title="导入试题"
      icon="import"
      width={900}
      onClose={onClose}
      foot={
        read ? (
          <>
            <Button onClick={() => setRead(null)}>返回修改</Button>
            <Button
              look="primary"
              disabled={good.length === 0 || add.isPending}
              onClick={() => void take().catch(() => {})}
            >
              加入{good.length}道试题
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>取消</Button>
            <Button
              look="primary"
              disabled={pending || text.trim() === ''}
              onClick={() => void reading(() => call(readPasted, { libId, text }, { quiet: true }))}
            >
              {pending ? '正在读取' : '读取粘贴的试题'}
            </Button>
          </>
        )
      }
    >
      {fault && (
        <p className="banner bad" role="alert">
          <Icon name="warning" />
          {fault}
        </p>
      )}
      {read ? (
        <Read rows={read} good={good.length} onMend={setMended} />
      ) : (
        <div className="exam-import">
          <div className="exam-row">
            <label className="button">
              <Icon name="sheet" />
              选择表格
              <input
                type="file"
                className="visually-hidden"
                accept=".xlsx,.xls,.csv"
                onChange={(event) => {
                  const [file] = event.target.files ?? [];
                  if (file) sheet(file);
                  event.target.value = '';
                }}
              />
            </label>
            <Button look="plain" onClick={() => void download(questionTemplate, {})}>
              下载模板
            </Button>
            <span className="muted small">xlsx、xls 或 csv，一次最多1000道</span>
          </div>
          <label className="field-label" htmlFor="exam-paste">
            或者从 Word 粘贴
          </label>
          <textarea
            id="exam-paste"
            className="field-area"
            rows={14}
            placeholder={SAMPLE}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      )}
      {mended && (
        <QuestionDialog
          libId={libId}
          question={null}
          read={mended}
          onTake={(said) => mend(mended, said)}
          onClose={() => setMended(null)}
        />
      )}
    </Dialog>
  );
}

function Read({ rows, good, onMend }: { rows: readonly ReadRow[]; good: number; onMend: (row: ReadRow) => void }) {
  const unsure = rows.filter(({ doubts }) => doubts.length > 0).length;
  return (
    <div className="exam-import">
      <p>
        读出{rows.length}道，可以加入{good}道
        {good < rows.length && `，${rows.length - good}道有问题或已有相同的试题，不会加入`}。
        {unsure > 0 && `${unsure}道有拿不准的地方，请核对。`}读错的可以就地修改。
      </p>
      <ol className="exam-read">
        {rows.map((row) => (
          <li key={row.line} className={row.faults.length > 0 || row.same ? 'wrong' : undefined}>
            <p>
              <span className="tag">{kindName(row.kind)}</span> <span className="muted small">第{row.line}行</span>
              {row.faults.map((one) => (
                <span key={one} className="tag bad">
                  {one}
                </span>
              ))}
              {row.same && <span className="tag warn">{row.same}</span>}
              <Button
                look="plain"
                size="compact"
                icon="edit"
                aria-label={`修改第${row.line}行的试题`}
                onClick={() => onMend(row)}
              >
                修改
              </Button>
            </p>
            {row.doubts.map((one) => (
              <p key={one} className="banner warn" role="status">
                <Icon name="warning" />
                <span className="grow">{one}</span>
              </p>
            ))}
            <QuestionText of={row} />
            <p className="muted small">
              难度 {DIFFICULTIES[row.difficulty as keyof typeof DIFFICULTIES]}
              {row.labels.length > 0 && `；标签 ${row.labels.join('、')}`}
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}
