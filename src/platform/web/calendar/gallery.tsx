import { useState } from 'react';
import { Case, Cases } from '../gallery/Case.tsx';
import { Calendar, type CalendarProps } from './Calendar.tsx';
import { weekdayOf } from './days.ts';

function Held({ start, ...props }: Omit<CalendarProps, 'value' | 'onChange'> & { start: string[] }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Calendar {...props} value={value} onChange={setValue} />
      <p className="field-hint">已选：{value.join(props.mode === 'range' ? ' 至 ' : '、') || '无'}</p>
    </>
  );
}

/** Calendars of each way to choose, with bounds, and at the ends of the lunar tables. */
export default function CalendarGallery() {
  return (
    <Cases>
      <Case title="选一天">
        <Held label="谈话日期" start={['2026-11-20']} />
      </Case>
      <Case title="选多天">
        <Held label="值班日期" mode="multiple" start={['2026-10-01', '2026-10-06']} />
      </Case>
      <Case title="选起止">
        <Held label="公示期" mode="range" start={['2026-11-09', '2026-11-17']} />
      </Case>
      <Case title="只可选11月6日至24日的工作日">
        <Held
          label="会议日期"
          begin="2026-11-06"
          end="2026-11-24"
          isDisabled={(day) => weekdayOf(day) > 5}
          start={['2026-11-20']}
        />
      </Case>
      <Case title="闰月">
        <Held label="闰月" start={['2033-12-22']} />
      </Case>
      <Case title="2100年之后没有农历">
        <Held label="远期" start={['2100-12-31']} />
      </Case>
    </Cases>
  );
}
