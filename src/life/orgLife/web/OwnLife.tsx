import { useState } from 'react';

import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { toLocal } from '#platform/web/dateTime/clock.ts';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';
import { PageHead } from '#platform/web/shell/PageHead.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { YearSelect } from '#platform/web/show/YearSelect.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { ownMatter } from '../contract.life.ts';
import { askLeave, type OwnMeeting, ownMeetings } from '../contract.own.ts';
import { CalendarDialog } from './CalendarDialog.tsx';
import { OwnAppraisals } from './OwnAppraisals.tsx';
import { OwnResolutions } from './OwnResolutions.tsx';
import './event.css';

const TONES: Readonly<Record<number, string>> = { 0: 'none', 1: 'ok', 2: 'due', 3: 'missing' };

/** 我的组织生活: the own year, what is to come, and leave asked by phone. */
export default function OwnLife() {
  const [year, setYear] = useState<number>();
  const [asking, setAsking] = useState<OwnMeeting | null>(null);
  const [subscribing, setSubscribing] = useState(false);
  const query = useCall(ownMeetings, year === undefined ? {} : { year }, { quiet: true, keepPrevious: true });
  const leave = useAct(askLeave, { quiet: true });
  return (
    <div className="life-page">
      <PageHead>
        <a className="button" href="/scan.html">
          <Icon name="scan" />
          扫码签到
        </a>
        <Button icon="calendarCheck" onClick={() => setSubscribing(true)}>
          订阅日历
        </Button>
      </PageHead>
      <RecordLoader query={query}>
        {(own) => (
          <>
            <section className="card" aria-label={`${own.year}年`}>
              <div className="card-head">
                <h2>{own.year}年</h2>
                <span className="card-extra">
                  <YearSelect year={own.year} years={own.years} onYear={setYear} />
                </span>
              </div>
              <div className="life-tally">
                <span>
                  <b>{own.due}</b>已开的应到
                </span>
                <span>
                  <b className="life-state ok">{own.present}</b>已到
                </span>
                <span>
                  <b className={`life-state ${own.leave ? 'due' : ''}`}>{own.leave}</b>请假
                </span>
                <span>
                  <b className={`life-state ${own.absent ? 'missing' : ''}`}>{own.absent}</b>缺席
                </span>
              </div>
            </section>
            <OwnAppraisals />
            <OwnResolutions />
            <section className="card" aria-label="会议">
              {own.meetings.length === 0 && <p className="life-empty">这一年还没有通知您参加的会议。</p>}
              <ul className="life-people">
                {own.meetings.map((one) => (
                  <li key={one.id}>
                    <span className="grow">
                      {one.title}
                      <small className="muted">
                        {one.orgName}，{toLocal(one.startsAt)}，{one.place}
                      </small>
                      {one.topics.length > 0 && <small className="muted">议题：{one.topics.join('；')}</small>}
                      {one.note && <small className="muted">{one.note}</small>}
                      {one.minutes && (
                        <details>
                          <summary>会议记录</summary>
                          <p className="life-minutes">{one.minutes}</p>
                        </details>
                      )}
                      {one.can.matter && <Said id={one.id} />}
                    </span>
                    <span className={`life-state ${one.cancelled ? 'none' : (TONES[one.attendance] ?? '')}`}>
                      {one.cancelled
                        ? '已取消'
                        : one.leave === 'asked'
                          ? '已申请请假'
                          : one.state < 2 && one.attendance === 0
                            ? '待召开'
                            : one.attendanceName}
                      {one.late && '（迟到）'}
                    </span>
                    {one.can.leave && <Button onClick={() => setAsking(one)}>请假</Button>}
                  </li>
                ))}
              </ul>
            </section>
          </>
        )}
      </RecordLoader>
      {subscribing && <CalendarDialog whose="own" onClose={() => setSubscribing(false)} />}
      {asking && (
        <ReasonDialog
          title={`请假 ${asking.title}`}
          act="申请请假"
          label="请假原因"
          max={100}
          onDone={async (reason) => {
            await leave.mutateAsync({ id: asking.id, reason });
            emit('notice', { kind: 'success', text: '已申请，由会议组织者决定' });
          }}
          onClose={() => setAsking(null)}
        >
          由会议组织者决定；改变主意时到会扫码签到即可。
        </ReasonDialog>
      )}
    </div>
  );
}

/** What was said by name where one was, asked for when it is opened. */
function Said({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const query = useCall(ownMatter, { id }, { quiet: true, enabled: open });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>批评与自我批评</summary>
      {query.data?.statements.length === 0 && <p className="muted">没有登记点名发言。</p>}
      {query.data?.statements.map((one) => (
        <p key={one.id} className="life-minutes">
          {one.fromName}
          {one.aboutName && `对${one.aboutName}`}（{one.kindName}）：{one.said}
        </p>
      ))}
    </details>
  );
}
