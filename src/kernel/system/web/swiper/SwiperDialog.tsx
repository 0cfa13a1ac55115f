import { type FormEvent, useId } from 'react';
import { z } from 'zod';
import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { DateField, TextField, TickField } from '#platform/web/form/fields.tsx';
import { PictureField } from '#platform/web/form/PictureField.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { useSession } from '#platform/web/session/session.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { createSwiper, type SwiperRow, swiperForm, updateSwiper } from '../../contract.swiper.ts';
import { usePicture } from '../pickers.tsx';
import { ScopeField } from './ScopeField.tsx';
import '#platform/web/form/form.css';

/** Adds a picture, or edits `row`; for whom it is stays as it was. */
export function SwiperDialog({ row, onClose }: { row: SwiperRow | null; onClose: () => void }) {
  const { user } = useSession();
  const id = useId();
  const kept = usePicture(row);
  const create = useAct(createSwiper, { quiet: true });
  const update = useAct(updateSwiper, { quiet: true });
  const form = useForm({
    schema: row ? swiperForm.extend({ picture: z.union([z.literal(''), swiperForm.shape.picture]) }) : swiperForm,
    initial: {
      picture: '',
      title: row?.title ?? '',
      alt: row?.alt ?? '',
      link: row?.link ?? '',
      startsOn: row?.startsOn ?? '',
      endsOn: row?.endsOn ?? '',
      enabled: row?.enabled ?? true,
      ...(row ? {} : { orgId: user.workOrgId }),
    },
    of: `SwiperDialog ${row?.id ?? ''}`,
    isNew: row === null,
    check: ({ startsOn = '', endsOn = '' }): Record<string, string> =>
      startsOn && endsOn && endsOn < startsOn ? { endsOn: '结束日期不能早于开始日期' } : {},
  });
  const pending = create.isPending || update.isPending;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (pending || !form.validate()) return;
    try {
      if (row) {
        const changes = { ...form.changes(), id: row.id, version: row.version };
        await update.mutateAsync(changes);
      } else {
        await create.mutateAsync(form.input());
      }
    } catch (error) {
      form.tell(error);
      return;
    }
    emit('notice', { kind: 'success', text: '保存成功' });
    form.sent();
    onClose();
  };
  return (
    <Dialog
      title={row ? `编辑轮播图 ${row.title}` : '新增轮播图'}
      icon="screen"
      width={700}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button submit form={id} look="primary" disabled={pending || (row !== null && form.dirty.length === 0)}>
            {pending ? '正在保存' : '保存'}
          </Button>
        </>
      }
    >
      <form id={id} ref={form.box} className="form-grid swiper-form" noValidate onSubmit={save}>
        <PictureField
          form={form}
          name="picture"
          label="图片"
          required
          wide
          kilobytes={2048}
          kept={kept}
          shape="banner"
          hint="按3:1展示，建议1200×400像素；文字写在标题里，不要画在图上"
        />
        <TextField form={form} name="title" label="标题" required max={40} hint="叠在图片下沿" />
        <TextField
          form={form}
          name="alt"
          label="图片说明"
          required
          max={80}
          hint="图上画了什么，读给看不见图片的人听"
        />
        <TextField
          form={form}
          name="link"
          label="链接"
          max={300}
          placeholder="/news"
          hint="本平台页面以 / 开头；站外只能去站点配置中允许的站点"
          wide
        />
        <DateField form={form} name="startsOn" label="开始日期" hint="不填为立即展示" />
        <DateField form={form} name="endsOn" label="结束日期" hint="含当天；不填为长期" />
        {row ? (
          <div className="form-field">
            <span className="field-label">展示范围</span>
            <p>{row.orgName}及下级</p>
          </div>
        ) : (
          <ScopeField form={form} start={user.workOrg.name} />
        )}
        <TickField form={form} name="enabled" label="启用" />
      </form>
    </Dialog>
  );
}
