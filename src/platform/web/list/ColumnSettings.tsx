import { useRef, useState } from 'react';
import { Popup } from '../dialogs/Popup.tsx';
import { Icon } from '../show/icons.tsx';
import { Button, IconButton, Pressable } from '../ui/Button.tsx';
import type { useColumns } from './columnMemory.ts';

/** 列设置: which columns, in which order, how wide; by pointer and by keyboard alike, with a way back. */
export function ColumnSettings<Row>({ columns }: { columns: ReturnType<typeof useColumns<Row>> }) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        ref={button}
        look="plain"
        size="compact"
        icon="columns"
        aria-expanded={open}
        aria-haspopup="dialog"
        onClick={() => setOpen(!open)}
      >
        列设置
      </Button>
      {open && button.current && (
        <Popup
          anchor={button.current}
          align="end"
          label="列设置"
          className="column-popup"
          onClose={() => setOpen(false)}
        >
          <ul>
            {columns.arranged.map((column, at) => (
              <li key={column.key} className="column-line">
                <label className="filter-option grow">
                  <input
                    type="checkbox"
                    className="tick"
                    checked={columns.isShown(column)}
                    disabled={column.always}
                    onChange={() => columns.toggle(column)}
                  />
                  {column.title}
                </label>
                <input
                  type="number"
                  className="column-width"
                  aria-label={`${column.title}列宽（像素）`}
                  min={48}
                  max={600}
                  step={8}
                  value={columns.widthOf(column)}
                  onChange={(event) => columns.resize(column, Number(event.target.value), measured(columns))}
                />
                <Pressable
                  aria-label={`${column.title}前移`}
                  disabled={at === 0}
                  onClick={() => columns.move(column, -1)}
                >
                  <Icon name="down" className="turned" size={14} />
                </Pressable>
                <IconButton
                  icon="down"
                  iconSize={14}
                  label={`${column.title}后移`}
                  disabled={at === columns.arranged.length - 1}
                  onClick={() => columns.move(column, 1)}
                />
              </li>
            ))}
          </ul>
          <div className="filter-acts">
            <Button look="link" size="compact" disabled={!columns.changed} onClick={columns.reset}>
              恢复默认
            </Button>
          </div>
        </Popup>
      )}
    </>
  );
}

/** Typed widths go with the widths that the columns were given. */
function measured<Row>(columns: ReturnType<typeof useColumns<Row>>): Record<string, number> {
  return Object.fromEntries(columns.arranged.map((column) => [column.key, columns.widthOf(column)]));
}
