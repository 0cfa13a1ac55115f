import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormPage } from '#platform/web/form/FormPage.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { clearKeptInput } from '#platform/web/kept/useKept.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import { getMaterial, type MaterialDetail } from '../contract.read.ts';
import { handIn } from '../contract.ts';
import { PATHS } from './paths.ts';

const schema = z.object({ content: handIn.input.shape.content, files: z.string().min(1, '请上传附件') });

/** 上传附件: the papers of one item with a word on them; whoever started the activity looks at them. */
export default function HandInForm() {
  const { id = '' } = readQuery(useLocation().search, ['id']);
  const materialQuery = useCall(getMaterial, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={materialQuery} fresh refused={({ can }) => (can.handIn ? '' : '这份附件现在不由您上传')}>
      {(one) => <Editor key={one.id} one={one} />}
    </RecordLoader>
  );
}

function Editor({ one }: { one: MaterialDetail }) {
  const navigate = useNavigate();
  const send = useAct(handIn, { quiet: true });
  // What came back is corrected with its papers, not brought anew.
  const [kept] = useState(one.handIns[0] ?? { content: '', files: [] });
  const form = useForm({
    schema,
    initial: { content: kept.content, files: kept.files.map(({ id }) => id).join() },
    isNew: true,
  });
  const title = `上传附件 ${one.name}`;
  useTitle(title);
  return (
    <FormPage
      title={title}
      form={form}
      act="提交审核"
      onSave={async () => {
        const files = form.text('files').split(',').filter(Boolean);
        const { decider } = await send.mutateAsync({
          id: one.id,
          version: one.version,
          content: form.text('content'),
          files,
        });
        clearKeptInput();
        emit('notice', { kind: 'success', text: `已上传，由${decider}审核` });
        navigate(PATHS.materialOf(one.id), { replace: true });
      }}
      onCancel={() => navigate(PATHS.materialOf(one.id))}
      banners={
        <>
          {one.state === 'returned' && (
            <div className="banner warn" role="note">
              <span>退回意见：{one.opinion}</span>
            </div>
          )}
          <div className={one.daysLeft < 0 ? 'banner warn' : 'banner info'} role="note">
            <span>
              {one.title}，{one.dueOn}截止{one.daysLeft < 0 && '，已逾期，上传后标明“迟交”'}
              {one.note && `。要求：${one.note}`}
            </span>
          </div>
        </>
      }
      sections={[
        {
          id: 'what',
          title: one.name,
          content: (
            <>
              <AttachmentField
                form={form}
                name="files"
                label="附件"
                required
                format="common"
                count={20}
                kept={kept.files}
              />
              <AreaField
                form={form}
                name="content"
                label="说明"
                wide
                max={1000}
                rows={5}
                hint="需要说明的情况，可以不填"
              />
            </>
          ),
        },
      ]}
    />
  );
}
