import { useState } from 'react';
import { downloadFile } from '#platform/files/fileCalls.ts';
import { download } from '#platform/web/call/api.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { SelectField, TextField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import {
  addWord,
  listWords,
  previewWord,
  replaceWord,
  restoreWord,
  retireWord,
  type WordRow,
} from '../contract.words.ts';
import { STEPS, stepName } from '../rules/steps.ts';
import { WORD_FIELDS } from '../rules/wordFields.ts';
import './words.css';

type Asked =
  | { act: 'add' }
  | { act: 'replace' | 'retire'; word: WordRow }
  | { act: 'restore'; word: WordRow; from: number };

/** Own Word documents beside the built-in forms: uploaded with fields in braces, given out filled; every version is kept. */
export function Words() {
  const wordsQuery = useCall(listWords, {}, { quiet: true });
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const close = () => setOpenDialog(null);
  return (
    <section className="card fz-own-words" aria-label="自制 Word 材料">
      <div className="card-head">
        <h2>自制 Word 材料</h2>
        <Button size="compact" className="card-extra" onClick={() => setOpenDialog({ act: 'add' })}>
          上传模板
        </Button>
      </div>
      <p className="muted">
        在 Word 里排好版面，要填的地方写字段，如 {'{姓名}'}；上传后按档案填好，仍是 Word 文档，可以再改。
      </p>
      <details className="fz-fields">
        <summary>字段表：共{WORD_FIELDS.length}个</summary>
        <p>{WORD_FIELDS.map((field) => `{${field}}`).join('　')}</p>
      </details>
      {!wordsQuery.data ? (
        <Waiting query={wordsQuery} lines={2} />
      ) : wordsQuery.data.length === 0 ? (
        <p className="fz-quiet">还没有自制的材料</p>
      ) : (
        <ul className="fz-words">
          {wordsQuery.data.map((word) => (
            <Word key={word.id} word={word} onAsk={setOpenDialog} />
          ))}
        </ul>
      )}
      {openDialog?.act === 'add' && <UploadDialog onClose={close} />}
      {openDialog?.act === 'replace' && <UploadDialog word={openDialog.word} onClose={close} />}
      {openDialog?.act === 'retire' && <RetireDialog word={openDialog.word} onClose={close} />}
      {openDialog?.act === 'restore' && <RestoreDialog word={openDialog.word} from={openDialog.from} onClose={close} />}
    </section>
  );
}

// The client has shown why a download failed.
const quietly = () => {};

function Word({ word, onAsk }: { word: WordRow; onAsk: (asked: Asked) => void }) {
  const { id, title, step, number, isRetired, versions } = word;
  return (
    <li>
      <div className="fz-word-head">
        <b>{title}</b>
        <span className="muted small">第{step}步</span>
        <span className={isRetired ? 'tag' : 'tag info'}>{isRetired ? '已停用' : `第${number}版`}</span>
        <span className="fz-word-acts">
          {!isRetired && (
            <>
              <Button look="row" onClick={() => onAsk({ act: 'replace', word })}>
                上传新版本
              </Button>
              <Button look="row" onClick={() => onAsk({ act: 'retire', word })}>
                停用
              </Button>
            </>
          )}
        </span>
      </div>
      <ul className="fz-templates">
        {versions.map((one) => (
          <li key={one.number}>
            <span className="grow">
              <b>第{one.number}版</b>
              {one.number === number && !isRetired && <span className="tag ok">现用</span>}
              <span className="muted small">
                {one.remark}　{one.createdBy}　{dateTime(one.createdAt)}　{one.fields.length}个字段
              </span>
            </span>
            {one.file && (
              <>
                <Button
                  look="row"
                  aria-label={`用示例人员填好${title}第${one.number}版`}
                  onClick={() => download(previewWord, { id, number: one.number }).catch(quietly)}
                >
                  试填
                </Button>
                <Button
                  look="row"
                  aria-label={`下载${title}第${one.number}版原件`}
                  onClick={() => one.file && download(downloadFile, { fileName: one.file.id }).catch(quietly)}
                >
                  原件
                </Button>
                {(one.number !== number || isRetired) && (
                  <Button
                    look="row"
                    aria-label={`恢复${title}第${one.number}版`}
                    onClick={() => onAsk({ act: 'restore', word, from: one.number })}
                  >
                    {isRetired ? '恢复启用' : '恢复'}
                  </Button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </li>
  );
}

const STEP_OPTIONS = STEPS.map(({ no }) => ({ value: String(no), label: stepName(no) }));

/** A new document, or the next version of one. */
function UploadDialog({ word, onClose }: { word?: WordRow; onClose: () => void }) {
  const endpoint = word ? replaceWord : addWord;
  const form = useForm({
    schema: endpoint.input,
    initial: word
      ? { id: word.id, number: String(word.number), file: '', remark: '' }
      : { title: '', step: '', file: '', remark: '首次上传' },
    of: `UploadDialog ${word?.id ?? ''}`,
    isNew: true,
  });
  const act = useAct(endpoint, { quiet: true });
  return (
    <FormDialog
      title={word ? `${word.title} 上传新版本` : '上传自制 Word 材料'}
      icon="document"
      act="上传"
      form={form}
      pending={act.isPending}
      onSave={() => act.mutateAsync(form.values as never)}
      onClose={onClose}
    >
      {!word && (
        <>
          <TextField form={form} name="title" label="材料名称" required max={40} />
          <SelectField form={form} name="step" label="用于步骤" required options={STEP_OPTIONS} />
        </>
      )}
      <AttachmentField
        form={form}
        name="file"
        label="Word 文档"
        required
        format="common"
        count={1}
        limit={5 * 1024 * 1024}
        hint="docx，不超过5MB，不带宏；字段写作 {姓名}，可以在页眉、表格和文本框里"
      />
      <TextField form={form} name="remark" label="修改说明" required max={60} />
    </FormDialog>
  );
}

function RetireDialog({ word, onClose }: { word: WordRow; onClose: () => void }) {
  const act = useAct(retireWord, { quiet: true });
  return (
    <ReasonDialog
      title={`停用${word.title}`}
      label="停用原因"
      act="停用"
      max={60}
      onDone={(reason) => act.mutateAsync({ id: word.id, number: word.number, reason })}
      onClose={onClose}
    >
      停用后不再出现在发展党员材料中，各版本留存，可以恢复。
    </ReasonDialog>
  );
}

function RestoreDialog({ word, from, onClose }: { word: WordRow; from: number; onClose: () => void }) {
  const act = useAct(restoreWord);
  return (
    <ConfirmDialog
      title={`恢复${word.title}第${from}版`}
      act="恢复"
      onConfirm={async () => {
        await act.mutateAsync({ id: word.id, number: word.number, from });
        emit('notice', { kind: 'success', text: `已恢复${word.title}第${from}版` });
      }}
      onClose={onClose}
    >
      这一版会成为新的一版，之后下载的材料用它；现在的版本保留在记录里。
    </ConfirmDialog>
  );
}
