import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import type { UploadedFile } from '#platform/files/fileCalls.ts';
import { beijingDay } from '#platform/time/days.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader, Waiting } from '#platform/web/show/RecordLoader.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { getPart, getReport, type PartDetail } from '../contract.read.ts';
import { finishPart } from '../contract.ts';
import { PATHS } from './paths.ts';

const schema = z.object({ content: finishPart.input.shape.content, files: z.string() });

/** 完成重点工作: what came of it, with the papers; whoever set it accepts. */
export default function FinishForm() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const partQuery = useCall(getPart, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader
      query={partQuery}
      fresh
      refused={({ can }) => (can.report ? '' : '这项重点工作现在不由您报送完成情况')}
    >
      {(part) => <Begun key={part.id} part={part} />}
    </RecordLoader>
  );
}

/** What came back is corrected with its papers, not written anew. */
function Begun({ part }: { part: PartDetail }) {
  const last = part.reports.find(({ isFinal }) => isFinal);
  const reportQuery = useCall(getReport, last === undefined ? null : { id: last.id }, { quiet: true });
  if (!last) return <Editor part={part} before={{ content: '', files: [] }} />;
  if (!reportQuery.data) return <Waiting query={reportQuery} />;
  return <Editor part={part} before={reportQuery.data} />;
}

function Editor({ part, before }: { part: PartDetail; before: { content: string; files: readonly UploadedFile[] } }) {
  const navigate = useNavigate();
  const finish = useAct(finishPart, { quiet: true });
  const [kept] = useState(before);
  const form = useForm({
    schema,
    initial: { content: kept.content, files: kept.files.map(({ id }) => id).join() },
    isNew: true,
  });
  const today = beijingDay();
  const missed = part.schedule.filter(({ isFinal, reportId, startsOn }) => !isFinal && !reportId && startsOn <= today);
  const title = `报送完成情况 ${part.title}`;
  useTitle(title);
  return (
    <FormPage
      title={title}
      form={form}
      act="报送"
      onSave={async () => {
        const files = form.text('files').split(',').filter(Boolean);
        const { decider } = await finish.mutateAsync({
          id: part.id,
          version: part.version,
          content: form.text('content'),
          files,
        });
        clearKeptInput();
        emit('notice', { kind: 'success', text: `已报送，由${decider}验收` });
        navigate(PATHS.finishViewOf(part.id), { replace: true });
      }}
      onCancel={() => navigate(PATHS.partOf(part.id))}
      banners={
        <>
          {part.state === 'returned' && (
            <div className="banner warn" role="note">
              <span>退回意见：{part.opinion}</span>
            </div>
          )}
          {missed.length > 0 && (
            <div className="banner info" role="note">
              <span>还有{missed.length}期进展没有报送；报送完成情况后不能再补。</span>
            </div>
          )}
        </>
      }
      sections={[
        {
          id: 'what',
          title: '完成情况',
          content: (
            <>
              <AreaField
                form={form}
                name="content"
                label="完成情况"
                required
                wide
                max={2000}
                rows={10}
                hint="对照工作内容和标准，写明做了什么、达到什么程度"
              />
              <AttachmentField form={form} name="files" label="佐证材料" format="common" count={20} kept={kept.files} />
            </>
          ),
        },
      ]}
    />
  );
}
