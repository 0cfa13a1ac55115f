import { Suspense, useState } from 'react';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Icon } from '#platform/web/icons.tsx';
import { latePart } from '#platform/web/latePart.tsx';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import './archive.css';

const ImageSelector = latePart(async () => ({
  default: (await import('#platform/web/upload/ImageSelector.tsx')).ImageSelector,
}));

export const none = <span className="muted">—</span>;

const TONES: Readonly<Record<number, string>> = {
  0: 'tag',
  1: 'tag warn',
  2: 'tag bad',
  3: 'tag gold',
  4: 'tag ok',
  5: 'tag',
};

/** How an article stands, in words and colour; a correction says that the version before it is still shown. */
export function StateTags({
  row,
}: {
  row: { state: number; stateName: string; isShown: boolean; isTop: boolean; isOver: boolean };
}) {
  return (
    <span className="archive-tags">
      <span className={row.isOver ? 'tag' : (TONES[row.state] ?? 'tag')}>{row.stateName}</span>
      {row.isShown && row.state !== 4 && <span className="tag">更正中，原文在展示</span>}
      {row.isTop && <span className="tag red">置顶</span>}
    </span>
  );
}

/** The picture of an article, 16 by 9; its column's name on plain paper where it has none. */
export function Cover({ cover, name, kind }: { cover: string; name: string; kind: string }) {
  return (
    <span className="archive-cover" aria-hidden="true">
      {cover ? <StoredImage fileKey={`${cover}-t`} alt="" /> : <span className="serif">{name.slice(0, 4)}</span>}
      {kind === 'video' && (
        <span className="archive-play">
          <Icon name="screen" size={18} />
        </span>
      )}
    </span>
  );
}

/** The cover of an article: the form holds the file's id, or an empty text. */
export function CoverField({ form, name, label }: { form: Form; name: string; label: string }) {
  const [choosing, setChoosing] = useState(false);
  const id = form.text(name);
  return (
    <Field form={form} name={name} label={label} hint="16:9，JPG 或 PNG；没有封面时显示栏目名">
      {({ onBlur: _onBlur, name: _name, 'aria-required': _required, ...control }) => (
        <div className="archive-cover-field">
          {id && (
            <span className="archive-cover">
              <StoredImage fileKey={`${id}-z`} alt={label} />
            </span>
          )}
          <span className="upload-acts">
            <button {...control} type="button" className="button compact" onClick={() => setChoosing(true)}>
              <Icon name="import" size={14} />
              {id ? '更换封面' : '选择封面'}
            </button>
            {id && (
              <button type="button" className="button link compact" onClick={() => form.set({ [name]: '' })}>
                去掉
              </button>
            )}
          </span>
          {choosing && (
            <Suspense>
              <ImageSelector
                title="选择封面"
                format="avatar"
                crop={{ ratio: 16 / 9, width: 960 }}
                onPick={(file) => {
                  form.set({ [name]: file.id });
                  setChoosing(false);
                }}
                onClose={() => setChoosing(false)}
              />
            </Suspense>
          )}
        </div>
      )}
    </Field>
  );
}

/** The HTML that shows an uploaded video, for the rich text's own player. */
export const videoHtml = (fileId: string) => `<video src="/api/common/download?fileName=${fileId}" controls></video>`;

export const day = (iso: string | null) =>
  iso === null ? '' : new Date(iso).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });
