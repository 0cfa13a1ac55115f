import { useState } from 'react';
import type { PaperFile } from '#platform/papers/paper.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { optionsOf } from '#platform/web/list/options.ts';
import { PaperView } from '#platform/web/paper/PaperView.tsx';
import { usePaper } from '#platform/web/paper/usePaper.ts';

import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { PRINT_PARTS, PRINT_SIZES, type PrintPart, type PrintSize, SETS } from '../rules.print.ts';
import './exam.css';

/** What is printed: which part, on what, and of a drawn paper which set. */
export interface PrintChoice {
  part: PrintPart;
  size: PrintSize;
  set: number;
}

/** A paper before it is printed: part, size and set are chosen, below stands the very PDF. @param hasSets drawn by rules */
export function PrintDialog({
  name,
  hasSets,
  ask,
  word,
  onClose,
}: {
  name: string;
  hasSets: boolean;
  ask: (choice: PrintChoice, signal: AbortSignal) => Promise<PaperFile>;
  /** Downloads the same as a Word file; answer sheets are printed alone. */
  word: (choice: { part: 'paper' | 'key'; set: number }) => Promise<unknown>;
  onClose: () => void;
}) {
  const [choice, setChoice] = useState<PrintChoice>({ part: 'paper', size: 'A4', set: 1 });
  const { paper, error, retry } = usePaper((signal) => ask(choice, signal), JSON.stringify(choice));
  const [writing, setWriting] = useState(false);
  const inWord = async (of: Parameters<typeof word>[0]) => {
    setWriting(true);
    await word(of).finally(() => setWriting(false));
  };
  return (
    <Dialog title={`打印 ${name}`} icon="print" width={1000} onClose={onClose}>
      <div className="exam-print">
        <Choice
          label="打印什么"
          options={optionsOf(PRINT_PARTS)}
          value={choice.part}
          onPick={(part) => setChoice({ ...choice, part: part as PrintPart })}
        />
        <Choice
          label="纸张"
          options={optionsOf(PRINT_SIZES)}
          value={choice.size}
          onPick={(size) => setChoice({ ...choice, size: size as PrintSize })}
        />
        {hasSets && (
          <Choice
            label="第几套"
            options={SETS.map((label, at) => ({ value: String(at + 1), label }))}
            value={String(choice.set)}
            onPick={(set) => setChoice({ ...choice, set: Number(set) })}
          />
        )}
        {choice.part !== 'sheet' && (
          <Button
            size="compact"
            icon="document"
            disabled={writing}
            onClick={() => void inWord({ part: choice.part === 'key' ? 'key' : 'paper', set: choice.set })}
          >
            下载Word
          </Button>
        )}
      </div>
      {paper ? <PaperView paper={paper} /> : error ? <Failed error={error} onRetry={retry} /> : <Skeleton lines={12} />}
    </Dialog>
  );
}

function Choice({
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
    <fieldset className="exam-row" aria-label={label}>
      <span className="field-label">{label}</span>
      {options.map((one) => (
        <label key={one.value} className="filter-option">
          <input type="radio" name={label} checked={one.value === value} onChange={() => onPick(one.value)} />
          {one.label}
        </label>
      ))}
    </fieldset>
  );
}
