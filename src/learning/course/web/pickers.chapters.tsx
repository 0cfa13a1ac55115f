import { useState } from 'react';
import { Field } from '#platform/web/form/fields.tsx';
import type { Form } from '#platform/web/form/useForm.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import type { CourseDetail } from '../contract.course.ts';
import { CHAPTER_KINDS, type ChapterKind, isWebAddress, MAX_CHAPTERS } from '../rules.course.ts';
import { SourceDialog, type UseExams } from './SourceDialog.tsx';

export type { UseExams };

import './course.css';

/** One chapter as the form holds it. */
export interface ChapterItem {
  /** Of this form alone, so that a line keeps its focus when it moves. */
  key: string;
  id: string;
  kind: ChapterKind;
  title: string;
  sourceId: string;
  sourceName: string;
  isGone: boolean;
  url: string;
  note: string;
  minutes: string;
  isMust: boolean;
}

export const chaptersIn = (form: Form): ChapterItem[] => JSON.parse(form.text('chapters') || '[]') as ChapterItem[];

/** The chapters of a form as a call takes them. */
export const chaptersOut = (form: Form) =>
  chaptersIn(form).map(({ key: _key, sourceName: _name, isGone: _gone, ...one }) => ({
    ...one,
    minutes: one.kind === 'document' ? one.minutes : 0,
  }));

/** The chapters of a course as a form starts from them. */
export const itemsOf = (course: Pick<CourseDetail, 'chapters'> | null): ChapterItem[] =>
  (course?.chapters ?? []).map(({ finished: _finished, minutes, sourceId, ...one }) => ({
    ...one,
    key: one.id,
    sourceId: sourceId ?? '',
    minutes: String(minutes),
  }));

/** What is wrong with the chapters, the first of it; empty: nothing. */
export function chaptersFault(list: readonly ChapterItem[]): string {
  for (const [at, one] of list.entries()) {
    const which = `第${at + 1}章：`;
    if (hasSource(one.kind) && one.sourceId === '') return `${which}请选择${CHAPTER_KINDS[one.kind]}`;
    if (one.kind === 'link' && !isWebAddress(one.url)) return `${which}网址应以 https:// 或 http:// 开头`;
    if (one.title.trim() === '') return `${which}请输入章节名称`;
    if (one.kind === 'document' && !/^\d{1,3}$/.test(one.minutes)) return `${which}阅读时间应为0到600的分钟数`;
  }
  return '';
}

const hasSource = (kind: ChapterKind) => kind === 'video' || kind === 'document' || kind === 'exam';
const KINDS = Object.keys(CHAPTER_KINDS) as ChapterKind[];
let made = 0;
const fresh = (): ChapterItem => ({
  key: `new${++made}`,
  id: '',
  kind: 'video',
  title: '',
  sourceId: '',
  sourceName: '',
  isGone: false,
  url: '',
  note: '',
  minutes: '5',
  isMust: true,
});

/** The chapters of a course in their order: what each is, where it leads, whether it has to be learnt. */
export function Chapters({ form, useExams }: { form: Form; useExams?: UseExams }) {
  const items = chaptersIn(form);
  const write = (next: readonly ChapterItem[]) => form.set({ chapters: JSON.stringify(next) });
  const change = (key: string, given: Partial<ChapterItem>) =>
    write(items.map((one) => (one.key === key ? { ...one, ...given } : one)));
  const move = (at: number, by: number) => {
    const next = [...items];
    const [one] = next.splice(at, 1);
    if (one) next.splice(at + by, 0, one);
    write(next);
  };
  return (
    <Field form={form} name="chapters" label="章节" required wide>
      {(control) => (
        <div id={control.id} className="course-chapters" tabIndex={-1}>
          {items.map((item, at) => (
            <Line
              key={item.key}
              item={item}
              number={at + 1}
              isLast={at === items.length - 1}
              useExams={useExams}
              onChange={(given) => change(item.key, given)}
              onMove={(by) => move(at, by)}
              onRemove={() => write(items.filter(({ key }) => key !== item.key))}
            />
          ))}
          <Button icon="plus" disabled={items.length >= MAX_CHAPTERS} onClick={() => write([...items, fresh()])}>
            添加一章
          </Button>
        </div>
      )}
    </Field>
  );
}

function Line({
  item,
  number,
  isLast,
  useExams,
  onChange,
  onMove,
  onRemove,
}: {
  item: ChapterItem;
  number: number;
  isLast: boolean;
  useExams: UseExams | undefined;
  onChange: (given: Partial<ChapterItem>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  const [picking, setPicking] = useState(false);
  const name = `第${number}章`;
  const { kind } = item;
  return (
    <fieldset className="course-chapter" aria-label={name}>
      <span className="muted">{number}.</span>
      <span className="field-box">
        <select
          aria-label={`${name}类型`}
          value={kind}
          onChange={(event) =>
            onChange({ kind: event.target.value as ChapterKind, sourceId: '', sourceName: '', isGone: false })
          }
        >
          {KINDS.map((key) => (
            <option key={key} value={key}>
              {CHAPTER_KINDS[key]}
            </option>
          ))}
        </select>
      </span>
      <span className="field-box">
        <input
          aria-label={`${name}名称`}
          placeholder="章节名称"
          maxLength={80}
          value={item.title}
          onChange={(event) => onChange({ title: event.target.value })}
        />
      </span>
      {hasSource(kind) ? (
        <span className="course-source">
          {item.sourceName && <span className="ellipsis">{item.sourceName}</span>}
          {item.isGone && <span className="tag warn">已下架</span>}
          <Button size="compact" aria-haspopup="dialog" onClick={() => setPicking(true)}>
            {item.sourceId ? '换一份' : `选择${CHAPTER_KINDS[kind]}`}
          </Button>
        </span>
      ) : kind === 'link' ? (
        <span className="field-box">
          <input
            aria-label={`${name}网址`}
            placeholder="https://"
            inputMode="url"
            maxLength={500}
            value={item.url}
            onChange={(event) => onChange({ url: event.target.value })}
          />
        </span>
      ) : (
        <span className="muted small">开课后在“跟踪”里登记到课</span>
      )}
      <span className="course-chapter-acts">
        <IconButton
          look="plain"
          size="compact"
          icon="top"
          iconSize={14}
          label={`${name}上移`}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          look="plain"
          size="compact"
          icon="down"
          iconSize={14}
          label={`${name}下移`}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton look="plain" size="compact" icon="close" iconSize={14} label={`移除${name}`} onClick={onRemove} />
      </span>
      <span className="course-chapter-more">
        <label className="filter-option">
          <input
            type="checkbox"
            className="tick"
            checked={item.isMust}
            onChange={(event) => onChange({ isMust: event.target.checked })}
          />
          必学
        </label>
        {kind === 'document' && (
          <label className="filter-option">
            读够
            <span className="field-box">
              <input
                aria-label={`${name}阅读分钟`}
                inputMode="numeric"
                size={4}
                maxLength={3}
                value={item.minutes}
                onChange={(event) => onChange({ minutes: event.target.value })}
              />
            </span>
            分钟
          </label>
        )}
        <span className="field-box grow">
          <input
            aria-label={`${name}说明`}
            placeholder={kind === 'live' ? '时间、地点（选填）' : '说明（选填）'}
            maxLength={200}
            value={item.note}
            onChange={(event) => onChange({ note: event.target.value })}
          />
        </span>
      </span>
      {picking && hasSource(kind) && (
        <SourceDialog
          kind={kind as 'video' | 'document' | 'exam'}
          chosen={item.sourceId}
          useExams={useExams}
          onPick={({ id, title }) =>
            onChange({ sourceId: id, sourceName: title, isGone: false, title: item.title || title.slice(0, 80) })
          }
          onClose={() => setPicking(false)}
        />
      )}
    </fieldset>
  );
}
