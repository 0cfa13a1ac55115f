import { Icon, type IconName } from '#platform/web/show/icons.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { MonthCell } from '../contract.ts';
import { formatYuan } from './money.ts';
import './person.css';

const MARKS: Readonly<Record<string, string>> = { 补: '补缴', 免: '免缴', 缓: '缓缴', 代: '由他人代缴' };

/** How a month's cell looks: its tone, its sign and its word, so that no colour is needed to read it. */
function lookOf({ state, stateName, month }: MonthCell, current: string): [tone: string, icon: IconName, word: string] {
  if (state === 3) return ['paid', 'check', stateName];
  if (state === 2) return ['paying', 'clock', stateName];
  if (state === 1) return month < current ? ['owed', 'warning', '欠缴'] : ['due', 'clock', stateName];
  return ['free', 'document', stateName];
}

/** A year as twelve cells: sum, state and the signs 补 免 缓 代. */
export function YearCells({ months, current }: { months: readonly MonthCell[]; current: string }) {
  return (
    <ol className="dues-cells" aria-label="各月党费">
      {months.map((cell) => {
        const [tone, icon, word] = lookOf(cell, current);
        const isNow = cell.month === current;
        return (
          <li key={cell.month} className={cell.state === null ? 'dues-cell' : `dues-cell ${tone}`}>
            <span className="dues-cell-head">
              <b>{Number(cell.month.slice(5))}月</b>
              {isNow && <span className="muted small">本月</span>}
              <span className="dues-marks">
                {cell.marks.map((mark) => (
                  <abbr key={mark} className="dues-mark" title={cell.reason || MARKS[mark]}>
                    {mark}
                  </abbr>
                ))}
              </span>
            </span>
            {cell.state === null || cell.amount === null ? (
              <span className="muted">无应缴</span>
            ) : (
              <>
                <span className="dues-cell-sum">{formatYuan(cell.amount)}</span>
                <span className="dues-cell-state">
                  <Icon name={icon} size={14} />
                  {word}
                </span>
              </>
            )}
            {cell.paidOn && (
              <span className="muted small">
                {cell.paidOn}
                <br />
                {cell.receipt}
              </span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** The year that is shown, with the way to others. */
export function YearSwitch({
  year,
  years,
  onPick,
}: {
  year: number;
  years: readonly number[];
  onPick: (year: number) => void;
}) {
  return (
    <fieldset className="dues-years">
      <legend className="visually-hidden">年份</legend>
      {years.map((one) => (
        <Button
          key={one}
          size="compact"
          className={one === year ? 'chosen' : undefined}
          aria-pressed={one === year}
          onClick={() => onPick(one)}
        >
          {one}年
        </Button>
      ))}
    </fieldset>
  );
}
