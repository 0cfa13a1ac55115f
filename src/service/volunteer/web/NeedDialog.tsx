import { useState } from 'react';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { AreaField, DateField, SelectField, TextField } from '#platform/web/form/fields.tsx';
import { type Form, useForm } from '#platform/web/form/useForm.ts';
import { optionsOf } from '#platform/web/list/options.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { addNeed, needForm } from '../contract.need.ts';
import { MOST_YUAN, NEED_KINDS } from '../rules.need.ts';
import { usePosts } from './parts.tsx';

export const EMPTY_NEED = {
  kind: '',
  title: '',
  content: '',
  amount: '',
  post: '',
  place: '',
  byOn: '',
  name: '',
  phone: '',
};

/** What anybody says of a need: the same for a resident and for a worker. */
export function NeedFields({ form, posts }: { form: Form; posts: readonly { value: string; label: string }[] }) {
  return (
    <>
      <SelectField form={form} name="kind" label="类型" required options={optionsOf(NEED_KINDS)} />
      <TextField form={form} name="title" label="标题" required max={30} placeholder="例如：帮老人修水龙头" />
      <AreaField form={form} name="content" label="说明" required max={500} rows={4} wide />
      {form.text('kind') === '1' && (
        <TextField
          form={form}
          name="amount"
          label="金额"
          max={3}
          inputMode="numeric"
          hint={`不超过${MOST_YUAN}元；平台不经手钱款`}
        />
      )}
      <SelectField form={form} name="post" label="服务类别" required options={posts} />
      <TextField form={form} name="place" label="地点" required max={60} placeholder="例如：渡口小区3栋附近" />
      <DateField form={form} name="byOn" label="希望完成" required />
      <TextField form={form} name="name" label="姓名" required max={30} hint="加密保存，只有认领的人看得到" />
      <TextField form={form} name="phone" label="电话" required max={20} inputMode="tel" hint="办结90天后清除" />
    </>
  );
}

/** The code that is handed out once. */
function CodeShown({ code, onClose }: { code: string; onClose: () => void }) {
  return (
    <Dialog title="查询码" icon="check" onClose={onClose} foot={<Button onClick={onClose}>知道了</Button>}>
      <p className="service-follow">{code}</p>
      <p>请把查询码告诉居民：在需求页输入它就能看办理情况和评价。查询码只显示这一次。</p>
    </Dialog>
  );
}

/** What a form says, as the call takes it. */
export const needOf = (form: Form) => ({
  kind: form.text('kind'),
  title: form.text('title'),
  content: form.text('content'),
  amount: form.text('kind') === '1' ? form.text('amount') : '',
  post: form.text('post'),
  place: form.text('place'),
  byOn: form.text('byOn'),
  name: form.text('name'),
  phone: form.text('phone'),
});

/** 登记需求: what a resident said at the counter or by phone; shows the code by which they follow it. */
export function NeedDialog({ onClose }: { onClose: () => void }) {
  const posts = usePosts();
  const save = useAct(addNeed, { quiet: true });
  const [code, setCode] = useState('');
  const form = useForm({ schema: needForm, initial: EMPTY_NEED, of: 'NeedDialog', isNew: true });
  if (code) return <CodeShown code={code} onClose={onClose} />;
  return (
    <FormDialog
      title="登记需求"
      icon="plus"
      form={form}
      pending={save.isPending}
      onClose={onClose}
      onSave={async () => {
        const { followCode } = await save.mutateAsync(needOf(form));
        setCode(followCode);
        emit('notice', { kind: 'success', text: '已登记上架' });
        return false;
      }}
    >
      <NeedFields form={form} posts={posts} />
    </FormDialog>
  );
}
