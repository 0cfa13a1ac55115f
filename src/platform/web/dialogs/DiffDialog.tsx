import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface Difference {
  field: string;
  label: string;
  /** As it was when the form was opened, as somebody else saved it, and as it stands in the form; in words. */
  base: string;
  theirs: string;
  mine: string;
}

interface DiffProps {
  /** Whose record, e.g. 黄立新. */
  name: string;
  /** Who saved in between and when, e.g. 王建军在10:40; empty where the server does not say. */
  who: string;
  differences: readonly Difference[];
  /** The fields whose own text shall be saved over theirs. */
  onMerge: (mine: ReadonlySet<string>) => void;
  onClose: () => void;
}

/**
 * Shows that the record was saved by somebody else meanwhile, field by field: the value before, theirs, and the one in the form.
 * Fields that only one side changed are merged without a question.
 */
export function DiffDialog({ name, who, differences, onMerge, onClose }: DiffProps) {
  const both = differences.filter((d) => d.theirs !== d.base && d.mine !== d.base && d.theirs !== d.mine);
  const oneSided = differences.filter((d) => !both.includes(d) && (d.theirs !== d.base || d.mine !== d.base));
  const [kept, setKept] = useState<Readonly<Record<string, 'mine' | 'theirs'>>>({});
  const open = both.filter((d) => !kept[d.field]).length;
  const merge = () => {
    const mine = oneSided.filter((d) => d.mine !== d.base).map((d) => d.field);
    onMerge(new Set([...mine, ...both.filter((d) => kept[d.field] === 'mine').map((d) => d.field)]));
  };
  return (
    <Dialog
      title={`对照两份 ${name}`}
      icon="layers"
      width={900}
      onClose={onClose}
      foot={
        <>
          {open > 0 && <span className="muted small grow">还有{open}项要选</span>}
          <Button onClick={onClose}>先不保存</Button>
          <Button look="primary" disabled={open > 0} onClick={merge}>
            合并并保存
          </Button>
        </>
      }
    >
      <p>
        {who ? `${who}保存过这条记录。` : '您填写时，这条记录被别人保存过。'}
        {both.length > 0
          ? `有${both.length}项两人都改了，请选保留哪一个；其余已自动合并。`
          : '两人改的不是同一项，可以直接合并。'}
      </p>
      <div className="diff-scroll">
        <table className="table diff">
          <thead>
            <tr>
              <th scope="col">项目</th>
              <th scope="col">原来</th>
              <th scope="col">对方保存的</th>
              <th scope="col">我填写的</th>
            </tr>
          </thead>
          <tbody>
            {both.map((d) => (
              <tr key={d.field} className="asked">
                <th scope="row">{d.label}</th>
                <td className="muted">{d.base || '—'}</td>
                {(['theirs', 'mine'] as const).map((side) => (
                  <td key={side}>
                    <label className="diff-choice">
                      <input
                        type="radio"
                        className="tick"
                        name={`keep-${d.field}`}
                        checked={kept[d.field] === side}
                        onChange={() => setKept({ ...kept, [d.field]: side })}
                      />
                      {d[side] || '（清空）'}
                    </label>
                  </td>
                ))}
              </tr>
            ))}
            {oneSided.map((d) => (
              <tr key={d.field}>
                <th scope="row">{d.label}</th>
                <td className="muted">{d.base || '—'}</td>
                <td>{d.theirs === d.base ? <span className="muted">未改</span> : <b>{d.theirs || '（清空）'}</b>}</td>
                <td>{d.mine === d.base ? <span className="muted">未改</span> : <b>{d.mine || '（清空）'}</b>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>
  );
}
