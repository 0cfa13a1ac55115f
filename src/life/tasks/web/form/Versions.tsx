import { useState } from 'react';
import { dateTime } from '#platform/web/show/time.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { cellName, changesOf } from '../../rules.formCheck.ts';
import type { Fill } from './FillForm.tsx';

/** The times a grid was handed in, each with what was returned of it and what changed since the one before. */
export function Versions({ fill: { filings, design } }: { fill: Fill }) {
  const [open, setOpen] = useState<number | null>(null);
  if (filings.length === 0) return null;
  return (
    <div className="form-versions">
      <h3>各次上报</h3>
      <ol>
        {filings.map(({ no, rows, returned, filedAt, filedBy }, at) => {
          const changes = at > 0 ? changesOf(design, filings[at - 1]?.rows ?? [], rows) : [];
          const hasMore = changes.length + returned.length > 0;
          return (
            <li key={no}>
              <span>
                第{no}次，{filedBy}，{dateTime(filedAt)}
                {at > 0 && `，改了${changes.length}格`}
                {returned.length > 0 && `，退回${returned.length}格`}
              </span>
              {hasMore && (
                <Button
                  look="link"
                  size="compact"
                  aria-expanded={open === no}
                  onClick={() => setOpen(open === no ? null : no)}
                >
                  {open === no ? '收起' : '看改动'}
                </Button>
              )}
              {open === no && (
                <ul>
                  {changes.map(({ row, col, old, now }) => (
                    <li key={`${row}:${col}`}>
                      {cellName(design, { row, col })}：<del>{old || '空'}</del> → <ins>{now || '空'}</ins>
                    </li>
                  ))}
                  {returned.map(({ row, col, reason }) => (
                    <li key={`back ${row}:${col}`} className="office-late">
                      退回 {cellName(design, { row, col })}：{reason}
                    </li>
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
