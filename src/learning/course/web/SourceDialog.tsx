import { useState } from 'react';
import { listDocuments } from '#learning/education/contract.document.ts';
import { listVideos } from '#learning/education/contract.watch.ts';
import { listExams } from '#learning/exam/contract.exam.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Pager } from '#platform/web/list/Pager.tsx';
import { may, useSession } from '#platform/web/session/session.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { CHAPTER_KINDS } from '../rules.course.ts';

const PAGE = 20;
const NONE = {
  video: '没有已发布的视频，请先在视频中心发布。',
  document: '没有已发布的文档，请先在知识库发布。',
  exam: '没有已发布的考试，请先在考试中心发布。',
} as const;
type Kind = keyof typeof NONE;
interface Source {
  id: string;
  title: string;
  note: string;
}

interface Asked {
  keyWords: string;
  pageNum: number;
  pageSize: number;
}

/** Published exams by a word of their name; `enabled`: they are asked for now. */
export type UseExams = (of: Asked, enabled: boolean) => ReturnType<typeof usePublishedExams>;

const usePublishedExams = (of: Asked, enabled: boolean) =>
  useCall(listExams, { ...of, state: 1 }, { quiet: true, enabled, keepPrevious: true });

/** Chooses what a chapter leads to: what is published for the own organisation. `useExams`: which exams, the general ones unless told. */
export function SourceDialog({
  kind,
  chosen,
  useExams = usePublishedExams,
  onPick,
  onClose,
}: {
  kind: Kind;
  chosen: string;
  useExams?: UseExams | undefined;
  onPick: (source: { id: string; title: string }) => void;
  onClose: () => void;
}) {
  const session = useSession();
  const [keyWords, setWords] = useState('');
  const [page, setPage] = useState(1);
  const of = { keyWords, pageNum: page, pageSize: PAGE };
  const on = (one: Kind) => ({ quiet: true, enabled: kind === one, keepPrevious: true });
  const mayExam = may(session, 'exam:write');
  const videos = useCall(listVideos, of, on('video'));
  const documents = useCall(listDocuments, { ...of, view: 'all' }, on('document'));
  const exams = useExams(of, kind === 'exam' && mayExam);
  const query = { video: videos, document: documents, exam: exams }[kind];
  const rows: Source[] =
    kind === 'video'
      ? (videos.data?.rows ?? []).map(({ id, title, unitName }) => ({ id, title, note: unitName }))
      : kind === 'document'
        ? (documents.data?.rows ?? []).map(({ id, title, folderName }) => ({ id, title, note: folderName }))
        : (exams.data?.rows ?? []).map(({ id, title, orgName }) => ({ id, title, note: orgName }));
  const total = query.data?.total ?? null;
  const name = CHAPTER_KINDS[kind];
  return (
    <Dialog title={`选择${name}`} icon="book" width={700} onClose={onClose}>
      <div className="course-pick">
        <span className="field-box">
          <input
            aria-label={`${name}名称`}
            placeholder={`${name}名称`}
            value={keyWords}
            onChange={(event) => {
              setWords(event.target.value);
              setPage(1);
            }}
          />
        </span>
        {kind === 'exam' && !mayExam ? (
          <p className="muted">没有组织考试的权限，不能选择考试。</p>
        ) : (
          !query.data && <Waiting query={query} lines={5} />
        )}
        <ul>
          {rows.map((row) => (
            <li key={row.id}>
              <label>
                <input
                  type="radio"
                  name="source"
                  checked={row.id === chosen}
                  onChange={() => {
                    onPick(row);
                    onClose();
                  }}
                />
                <span>{row.title}</span>
                <span className="muted small">{row.note}</span>
              </label>
            </li>
          ))}
        </ul>
        {query.data && rows.length === 0 && (
          <p className="muted">{keyWords ? '没有符合条件的，换个名称试试。' : NONE[kind]}</p>
        )}
        {total !== null && total > PAGE && (
          <Pager page={page} size={PAGE} total={total} capped={false} onPage={setPage} unit="个" />
        )}
      </div>
    </Dialog>
  );
}
