import { useCall } from '#platform/web/call/hooks.ts';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { type DeviceDay, deviceWeek } from '../contract.plays.ts';
import { WHOLE_DAY } from '../rules.plays.ts';

const WEEKDAYS = ['日', '一', '二', '三', '四', '五', '六'];
const dayWords = (day: string) =>
  `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 周${WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()]}`;
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const percent = (minutes: number) => `${((100 * minutes) / WHOLE_DAY).toFixed(2)}%`;
const rateWords = (rate: number | null) => (rate === null ? '—' : `${rate}%`);

/** 最近七天 of a terminal: when it was there within its opening hours. */
export function Week({ id }: { id: string }) {
  const query = useCall(deviceWeek, { id }, { quiet: true });
  if (!query.data) return <Waiting query={query} lines={4} />;
  const { days, monthRate } = query.data;
  return (
    <section className="card box-shared" aria-labelledby="box-week-title">
      <h2 id="box-week-title" className="section-title">
        最近七天（近30天开机率{rateWords(monthRate)}）
      </h2>
      <ul className="box-days">
        {days.map((one) => (
          <Day key={one.day} of={one} />
        ))}
      </ul>
      <p className="muted small">深色为在线，浅色为开放时间，一格从0时到24时；开机率=在线时间÷开放时间。</p>
    </section>
  );
}

function Day({ of: { day, opens, closes, rate, spans } }: { of: DeviceDay }) {
  const said = spans.map(({ from, to }) => `${clock(from)}至${clock(to)}`).join('，');
  return (
    <li>
      <span>{dayWords(day)}</span>
      <span className="box-day" title={said || '没有在线'}>
        <i className="open" style={{ left: percent(opens), width: percent(closes - opens) }} />
        {spans.map(({ from, to }) => (
          <i key={from} style={{ left: percent(from), width: percent(to - from) }} />
        ))}
      </span>
      <b>{rateWords(rate)}</b>
      <span className="visually-hidden">{said ? `在线${said}` : '没有在线'}</span>
    </li>
  );
}

/** 开机率 of seven days as small bars, the last one of today; the number is their mean. */
export function WeekBars({ week }: { week: readonly (number | null)[] }) {
  const known = week.filter((rate): rate is number => rate !== null);
  if (known.length === 0) return <span className="muted">—</span>;
  const bars = week.map((rate, place) => ({ rate, place }));
  const mean = Math.round(known.reduce((sum, rate) => sum + rate, 0) / known.length);
  return (
    <span className="box-bars" title={`最近七天：${week.map(rateWords).join('、')}`}>
      <span aria-hidden="true">
        {bars.map(({ rate, place }) => (
          <i
            key={place}
            className={rate === null ? 'none' : rate < 50 ? 'low' : ''}
            style={{ height: `${rate ?? 8}%` }}
          />
        ))}
      </span>
      {mean}%
    </span>
  );
}
