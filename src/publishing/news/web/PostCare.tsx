import { useState } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { AreaField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { decidePost, objectPost, type Post, reportPost } from '../contract.circle.ts';

/** Reporting a post, deciding about it, and what its author may say against that. */
export function PostCare({ post }: { post: Post }) {
  const report = useAct(reportPost, { quiet: true });
  const decide = useAct(decidePost);
  const objection = useAct(objectPost, { quiet: true });
  const [openDialog, setOpenDialog] = useState<'report' | 'hide' | 'object' | null>(null);
  const notify = (text: string) => emit('notice', { kind: 'success', text });
  const close = () => setOpenDialog(null);
  const { can } = post;
  const waits = post.isHidden || post.isWaiting || post.reports > 0;
  return (
    <>
      {can.report && (
        <Button look="row" onClick={() => setOpenDialog('report')}>
          举报
        </Button>
      )}
      {can.moderate && waits && (
        <Button
          look="row"
          disabled={decide.isPending}
          onClick={() =>
            decide.mutate({ id: post.id, hide: false }, { onSuccess: () => notify('已显示，大家可以看到') })
          }
        >
          {post.isWaiting ? '通过' : post.isHidden ? '恢复显示' : '没有问题'}
        </Button>
      )}
      {can.moderate && (!post.isHidden || post.objectionOpen) && (
        <Button look="row" onClick={() => setOpenDialog('hide')}>
          {post.isWaiting ? '不通过' : post.objectionOpen ? '维持隐藏' : '隐藏'}
        </Button>
      )}
      {can.object && (
        <Button look="row" onClick={() => setOpenDialog('object')}>
          提出异议
        </Button>
      )}
      {openDialog === 'report' && (
        <ReasonDialog
          title="举报这条动态"
          act="举报"
          label="举报原因"
          onDone={async (reason) => {
            await report.mutateAsync({ id: post.id, reason });
            notify('已收到，管理人会尽快处理');
          }}
          onClose={close}
        >
          {post.name}所在组织的管理人会立即收到待办；三人举报先隐藏。管理人看到原因，看不到是谁举报的。
        </ReasonDialog>
      )}
      {openDialog === 'hide' && <HideDialog post={post} onClose={close} />}
      {openDialog === 'object' && (
        <ReasonDialog
          title="提出异议"
          act="提出异议"
          label="为什么不应隐藏"
          onDone={async (reason) => {
            await objection.mutateAsync({ id: post.id, reason });
            notify('已提出，由上级党组织处理');
          }}
          onClose={close}
        >
          每条动态只能提出一次异议，由上级党组织决定是否恢复显示，结果会通知您。
        </ReasonDialog>
      )}
    </>
  );
}

const schema = z.object({
  reason: z.string().trim().min(1, '请写明隐藏的原因，作者会看到').max(200, '原因最多200字'),
  muteDays: z.string(),
});
const DAYS = [0, 1, 3, 7, 15, 30];

function HideDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const decide = useAct(decidePost, { quiet: true });
  const form = useForm({ schema, initial: { reason: '', muteDays: '0' }, of: `HideDialog ${post.id}`, isNew: true });
  return (
    <FormDialog
      title={post.isWaiting ? '不通过这条动态' : '隐藏这条动态'}
      icon="eyeOff"
      act={post.isWaiting ? '不通过' : '隐藏'}
      form={form}
      pending={decide.isPending}
      onSave={() =>
        decide.mutateAsync({
          id: post.id,
          hide: true,
          reason: form.text('reason').trim(),
          muteDays: Number(form.text('muteDays')),
        })
      }
      onClose={onClose}
    >
      <p>
        隐藏后只有{post.name}和管理人能看到，从首页、帮助中心和通知中消失。{post.name}会看到原因，可以提出一次异议。
      </p>
      <AreaField form={form} name="reason" label="原因" required wide max={200} />
      <SelectField
        form={form}
        name="muteDays"
        label="同时禁言"
        options={DAYS.map((days) => ({ value: String(days), label: days === 0 ? '不禁言' : `${days}天` }))}
      />
    </FormDialog>
  );
}
