import { type FormEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { COURSES } from '#learning/course/rules.course.ts';
import { readQuery } from '#platform/web/route/navigation.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { ButtonLink, Pressable } from '#platform/web/ui/Button.tsx';
import { StoredImage } from '#platform/web/upload/StoredImage.tsx';
import type { VideoRow } from '../contract.watch.ts';
import { videoTimeText } from '../rules.ts';
import { PATHS } from './paths.ts';
import './education.css';

/** What became of videos that were to be published. */
export const publishedText = ({ count, waiting }: { count: number; waiting: number }): string =>
  [count > 0 && `已发布${count}个视频`, waiting > 0 && `${waiting}个已送审，通过后发布`].filter(Boolean).join('，');

/** The way back for whoever came from a chapter of a course (`?course=`). */
export function BackToCourse() {
  const { course } = readQuery(useLocation().search, ['course']);
  if (!course || !/^\d{1,18}$/.test(course)) return null;
  return (
    <ButtonLink icon="back" to={COURSES.learn(course)}>
      回到课程
    </ButtonLink>
  );
}

/** How much was seen, as a line below a cover. */
export function Progress({ percent, done }: { percent: number; done: boolean }) {
  return (
    <span
      className="edu-progress"
      role="progressbar"
      aria-label="已看"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span className={done ? 'done' : undefined} style={{ width: `${percent}%` }} />
    </span>
  );
}

/** The picture of a video with its length; the name of its unit where it has none. */
export function VideoCover({ cover, name, seconds }: { cover: string; name: string; seconds?: number }) {
  return (
    <span className="edu-cover" aria-hidden="true">
      {cover ? <StoredImage fileKey={`${cover}-t`} alt="" /> : <span className="serif">{name.slice(0, 8)}</span>}
      {seconds !== undefined && <span className="edu-length">{videoTimeText(seconds)}</span>}
    </span>
  );
}

/** What of a video the reader has, in words. */
export const progressText = (row: Pick<VideoRow, 'percent' | 'isLearned'>): string =>
  row.isLearned ? '已学完' : row.percent > 0 ? `已看${row.percent}%` : '未看';

/** One video of a list of cards. */
export function VideoCard({ row }: { row: VideoRow }) {
  return (
    <li className="card edu-card">
      <Link to={PATHS.view(row.id)}>
        <VideoCover cover={row.cover} name={row.unitName} seconds={row.seconds} />
        <Progress percent={row.percent} done={row.isLearned} />
        <span className="edu-card-body">
          <span className="edu-card-title">{row.title}</span>
          <span className="edu-card-tags">
            <span className={row.isRequired ? 'tag red' : 'tag'}>{row.isRequired ? '必修' : '选修'}</span>
            {row.countsHours && <span className="tag gold">计学时</span>}
            <span className={row.isLearned ? 'tag ok' : 'tag'}>{progressText(row)}</span>
          </span>
          <span className="edu-card-foot">
            <span className="ellipsis">{[row.speaker, row.unitName].filter(Boolean).join(' · ')}</span>
            <span>{row.viewers}人看过</span>
          </span>
        </span>
      </Link>
    </li>
  );
}

/** A search box; what is looked for stays out of the address. */
export function SearchBox({
  label,
  placeholder,
  onSearch,
}: {
  label: string;
  placeholder: string;
  onSearch: (words: string) => void;
}) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <search className="edu-search">
      <form onSubmit={submit}>
        <span className="field-box">
          <Icon name="search" size={14} />
          <input
            type="search"
            aria-label={label}
            placeholder={placeholder}
            maxLength={60}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              if (event.target.value === '') onSearch('');
            }}
          />
        </span>
      </form>
    </search>
  );
}

/** One of a few, as a row of buttons. */
export function Choices({
  label,
  options,
  value,
  onPick,
}: {
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onPick: (value: string) => void;
}) {
  return (
    <fieldset className="edu-choices">
      <legend>{label}</legend>
      {options.map((option) => (
        <Pressable
          key={option.value}
          className="edu-choice"
          aria-pressed={option.value === value}
          onClick={() => onPick(option.value)}
        >
          {option.label}
        </Pressable>
      ))}
    </fieldset>
  );
}
