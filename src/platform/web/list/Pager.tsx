import { type FormEvent, useState } from 'react';
import { Icon } from '../show/icons.tsx';
import { Pressable } from '../ui/Button.tsx';
import { pagesAround } from './pages.ts';
import './pager.css';

interface PagerProps {
  page: number;
  size: number;
  /** Null while it is not known. */
  total: number | null;
  /** True: at least `total`. */
  capped: boolean;
  /** What is counted: 人, 个, 条. */
  unit: string;
  onPage: (page: number) => void;
  /** Left out, the size is fixed. */
  onSize?: (size: number) => void;
}

const SIZES = [20, 50, 100, 200];

export function Pager({ page, size, total, capped, unit, onPage, onSize }: PagerProps) {
  const last = total === null ? page : Math.max(1, Math.ceil(total / size));
  // How many there are is still to come: no page is the last one yet.
  const isOpen = capped || total === null;
  const [jump, setJump] = useState('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    const wanted = Math.trunc(Number(jump));
    setJump('');
    if (wanted >= 1) onPage(Math.min(wanted, isOpen ? wanted : last));
  };
  return (
    <nav className="pager" aria-label="分页">
      <span className="pager-total">
        共{total === null ? '…' : total.toLocaleString('en-US')}
        {capped && '+'}
        {unit}
      </span>
      <Pressable className="pager-step" aria-label="上一页" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon name="back" size={14} />
        <span className="pager-word">上一页</span>
      </Pressable>
      <span className="pager-where">
        第{page}页{total !== null && `，共${last}页`}
      </span>
      {pagesAround(page, last).map((n, at) =>
        n === 0 ? (
          // A gap has no identity of its own but its place.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <span key={`gap${at}`} className="pager-number muted">
            …
          </span>
        ) : (
          <Pressable
            key={n}
            className="pager-number"
            aria-current={n === page ? 'page' : undefined}
            aria-label={`第${n}页`}
            onClick={() => onPage(n)}
          >
            {n}
          </Pressable>
        ),
      )}
      <Pressable
        className="pager-step"
        aria-label="下一页"
        disabled={page >= last && !capped}
        onClick={() => onPage(page + 1)}
      >
        <span className="pager-word">下一页</span>
        <Icon name="forward" size={14} />
      </Pressable>
      {onSize && (
        <label className="field-box pager-size">
          <span className="visually-hidden">每页条数</span>
          <select value={size} onChange={(event) => onSize(Number(event.target.value))}>
            {SIZES.map((n) => (
              <option key={n} value={n}>
                {n}条/页
              </option>
            ))}
          </select>
          <Icon name="down" size={14} />
        </label>
      )}
      <form className="pager-jump" onSubmit={go}>
        <label className="row">
          跳至
          <input
            inputMode="numeric"
            maxLength={7}
            value={jump}
            onChange={(event) => setJump(event.target.value.replace(/\D/g, ''))}
          />
          页
        </label>
      </form>
    </nav>
  );
}
