import { z } from 'zod';
import { date, id } from '#platform/contract.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { FormDialog } from '#platform/web/dialogs/FormDialog.tsx';
import { DateField, SelectField } from '#platform/web/form/fields.tsx';
import { useForm } from '#platform/web/form/useForm.ts';
import { listColumns } from '../contract.columns.ts';
import { showInCarousel } from '../contract.desk.ts';
import { type ArticleDetail, moveArticle, topArticle } from '../contract.ts';

const moveForm = z.object({ columnId: id });
const topForm = z.object({ until: z.union([z.literal(''), date]) });

/** Moves an article to another column of its kind. */
export function MoveDialog({ article, onClose }: { article: ArticleDetail; onClose: () => void }) {
  const columns = useCall(listColumns, {}, { quiet: true });
  const move = useAct(moveArticle, { quiet: true });
  const form = useForm({
    schema: moveForm,
    initial: { columnId: article.columnId ?? '' },
    of: `MoveDialog ${article.id}`,
    isNew: false,
  });
  const options = (columns.data ?? [])
    .filter(({ kind }) => kind === article.kind)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormDialog
      title={`移动 ${article.title}`}
      icon="layers"
      act="移动"
      form={form}
      pending={move.isPending}
      onSave={() => move.mutateAsync({ id: article.id, columnId: form.text('columnId') })}
      onClose={onClose}
    >
      <SelectField form={form} name="columnId" label="移到栏目" required options={options} />
    </FormDialog>
  );
}

/** Puts an article on top of its column until a day, or takes it down from there. */
export function TopDialog({ article, onClose }: { article: ArticleDetail; onClose: () => void }) {
  const top = useAct(topArticle, { quiet: true });
  const form = useForm({ schema: topForm, initial: { until: '' }, of: `TopDialog ${article.id}`, isNew: true });
  return (
    <FormDialog
      title={`置顶 ${article.title}`}
      icon="star"
      act="确定"
      form={form}
      pending={top.isPending}
      onSave={() => top.mutateAsync({ id: article.id, until: form.text('until') })}
      onClose={onClose}
    >
      <p>在“{article.columnName}”里排在最前面，每个栏目同时最多5条。不填日期就是取消置顶。</p>
      <DateField form={form} name="until" label="置顶到" />
    </FormDialog>
  );
}

const carouselForm = z.object({ endsOn: z.union([z.literal(''), date]) });

/** 设为轮播: the cover leads to the text from the home page, until a day. */
export function CarouselDialog({ article, onClose }: { article: ArticleDetail; onClose: () => void }) {
  const show = useAct(showInCarousel, { quiet: true });
  const form = useForm({
    schema: carouselForm,
    initial: { endsOn: '' },
    of: `CarouselDialog ${article.id}`,
    isNew: true,
  });
  return (
    <FormDialog
      title={`设为轮播 ${article.title}`}
      icon="screen"
      act="设为轮播"
      form={form}
      pending={show.isPending}
      onSave={() => show.mutateAsync({ id: article.id, endsOn: form.text('endsOn') })}
      onClose={onClose}
    >
      <p>封面图在{article.orgName}及下级的首页轮播，点开就是这篇。撤下或过期时轮播一起消失。</p>
      <DateField form={form} name="endsOn" label="轮播到" hint="含当天；不填随文章的展示截止" />
    </FormDialog>
  );
}
