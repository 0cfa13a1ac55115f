import type { RefObject } from 'react';
import { EditorField } from '#platform/web/editor/EditorField.tsx';
import { AreaField } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { AttachmentField } from '#platform/web/upload/AttachmentField.tsx';
import type { ArticleDetail } from '../contract.ts';
import { TextBanners } from './TextBanners.tsx';

/** Above the form of a text: why it came back, and what is amiss with it. */
export function FormBanners({
  form,
  article,
  box,
}: {
  form: Form;
  article: ArticleDetail | null;
  box: RefObject<HTMLDivElement | null>;
}) {
  return (
    <>
      {article?.opinion && (
        <div className="banner warn" role="note">
          <span>退回意见：{article.opinion}</span>
        </div>
      )}
      <TextBanners form={form} box={box} />
    </>
  );
}

/** What was corrected of a published text. */
export function CorrectionField({ form }: { form: Form }) {
  return (
    <AreaField
      form={form}
      name="note"
      label="更正说明"
      required
      wide
      max={200}
      hint="更正了什么、为什么更正；和更正后的文本一起展示"
    />
  );
}

/** The text itself and its attachments. */
export function TextFields({
  form,
  label,
  article,
  box,
}: {
  form: Form;
  label: string;
  article: ArticleDetail | null;
  box: RefObject<HTMLDivElement | null>;
}) {
  return (
    <>
      <div ref={box} className="form-field wide">
        <EditorField form={form} name="content" label={label} hint="不要写身份证号、手机号、银行卡号等个人信息" />
      </div>
      <AttachmentField
        form={form}
        name="files"
        label="附件"
        format="common"
        count={20}
        kept={article?.files ?? []}
        hint="最多20个"
      />
    </>
  );
}
