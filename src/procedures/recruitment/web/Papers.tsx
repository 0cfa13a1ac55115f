import { useState } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { FileList as Attachments } from '#platform/web/upload/FileList.tsx';
import { handPaper, reviewPaper } from '../contract.steps.ts';
import type { FileDetail, Paper } from '../contract.ts';
import { FilePreview } from './FilePreview.tsx';
import { PAPER_STATES } from './parts.tsx';

/** The papers of a file, the latest step first; the chosen one is shown beside them, with what may be done about it. */
export function Papers({
  file,
  chosen,
  onChoose,
}: {
  file: FileDetail;
  chosen: string;
  onChoose: (key: string) => void;
}) {
  const [handed, setHanded] = useState<Paper | null>(null);
  const [returned, setReturned] = useState<Paper | null>(null);
  const review = useAct(reviewPaper);
  const missing = file.papers.filter(
    ({ state, required, no }) => state === 'returned' || (state === 'missing' && required && no <= file.step),
  );
  const papers = file.papers.toSorted((a, b) => b.no - a.no);
  const shown =
    papers.find((paper) => paperKey(paper) === chosen) ??
    papers.find(({ state }) => state === 'returned') ??
    papers.find(({ files }) => files.length > 0) ??
    papers[0];
  const pass = ({ no, kind, label }: Paper) =>
    review.mutate(
      { fileId: file.id, no, kind, passed: true, note: '' },
      { onSuccess: () => emit('notice', { kind: 'success', text: `${label}已审核通过` }) },
    );
  return (
    <>
      <div className="card-head" id="papers">
        <h2>材料</h2>
        <span className="card-extra">
          {file.papers.length}种，{missing.length}种待补
        </span>
      </div>
      <div className="fz-papers">
        <ul aria-label="材料">
          {papers.map((paper) => (
            <li key={paperKey(paper)}>
              <Pressable
                id={`paper-${paperKey(paper)}`}
                className={paper === shown ? 'on' : ''}
                aria-current={paper === shown ? 'true' : undefined}
                onClick={() => onChoose(paperKey(paper))}
              >
                <span>
                  {paper.no}. {paper.label}
                </span>
                <span className={paper.state === 'returned' ? 'fz-late' : 'muted'}>{stateOf(paper)}</span>
              </Pressable>
            </li>
          ))}
        </ul>
        {shown && (
          <section className="fz-paper" aria-label={shown.label}>
            <p>
              <b>{shown.label}</b>{' '}
              <span className="muted tiny">
                {[
                  PAPER_STATES[shown.state],
                  shown.handedBy && `${shown.handedBy}提交`,
                  shown.reviewedBy && `${shown.reviewedBy}审核`,
                ]
                  .filter(Boolean)
                  .join('，')}
              </span>
            </p>
            {shown.note && <p className="fz-late">{shown.note}</p>}
            {(shown.can.hand || shown.can.review) && (
              <div className="fz-paper-acts">
                {shown.can.review && (
                  <>
                    <Button
                      size="compact"
                      disabled={review.isPending}
                      aria-label={`通过${shown.label}`}
                      onClick={() => pass(shown)}
                    >
                      通过
                    </Button>
                    <Button size="compact" aria-label={`退回${shown.label}`} onClick={() => setReturned(shown)}>
                      退回
                    </Button>
                  </>
                )}
                {shown.can.hand && (
                  <Button
                    size="compact"
                    aria-label={`${handWord(shown)}${shown.label}`}
                    onClick={() => setHanded(shown)}
                  >
                    {handWord(shown)}
                  </Button>
                )}
              </div>
            )}
            <Attachments files={shown.files} label={shown.label} />
            {shown.files[0] ? (
              <FilePreview key={shown.files[0].id} file={shown.files[0]} />
            ) : (
              <p className="muted small">{shown.required ? '还没有提交。' : '没有提交，不是必交的材料。'}</p>
            )}
          </section>
        )}
      </div>
      {handed && <HandDialog file={file} paper={handed} onClose={() => setHanded(null)} />}
      {returned && (
        <ReasonDialog
          title={`退回 ${returned.label}`}
          act="退回"
          label="退回原因"
          onDone={async (note) => {
            const { no, kind } = returned;
            await review.mutateAsync({ fileId: file.id, no, kind, passed: false, note });
            emit('notice', { kind: 'success', text: `${returned.label}已退回` });
          }}
          onClose={() => setReturned(null)}
        >
          {file.orgName}收到补正的待办，其他材料和步骤不变。
        </ReasonDialog>
      )}
    </>
  );
}

/** A paper within its file. */
export const paperKey = ({ no, kind }: Paper): string => `${no}.${kind}`;

const stateOf = ({ state, required }: Paper): string =>
  state === 'missing' ? (required ? '待交' : '—') : PAPER_STATES[state];

const handWord = ({ state }: Paper): string => (state === 'returned' ? '补正' : state === 'missing' ? '补交' : '重交');

const schema = z.object({ files: z.string().min(1, '请上传材料') });

/** Hands in one paper, fixed or late. */
function HandDialog({ file, paper, onClose }: { file: FileDetail; paper: Paper; onClose: () => void }) {
  const form = useForm({ schema, initial: { files: '' }, of: `HandDialog ${file.id} ${paper.label}`, isNew: true });
  const hand = useAct(handPaper, { quiet: true });
  return (
    <FormDialog
      title={`${handWord(paper)} ${paper.label}`}
      icon="document"
      form={form}
      pending={hand.isPending}
      onClose={onClose}
      onSave={async () => {
        const { no, kind } = paper;
        const files = form.text('files').split(',').filter(Boolean);
        const { stepState } = await hand.mutateAsync({ fileId: file.id, no, kind, files });
        const again = stepState === 'submitted' && file.stepState === 'returned';
        emit('notice', { kind: 'success', text: again ? '材料已补齐，已直接回到上级审批' : '材料已提交，等待审核' });
        onClose();
        return false;
      }}
    >
      {paper.note && (
        <div className="banner warn" role="note">
          <span>退回原因：{paper.note}</span>
        </div>
      )}
      <AttachmentField form={form} name="files" label={paper.label} required format="common" count={20} />
    </FormDialog>
  );
}
