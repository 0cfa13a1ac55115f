import { useState } from 'react';
import { Link } from 'react-router';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { ReasonDialog } from '#platform/web/dialogs/ReasonDialog.tsx';

import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Empty } from '#platform/web/show/states.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type KeptPerson, keptActivities, keptCode, keptFinish, keptMark, keptPeople } from '../contract.keeper.ts';
import { PHASES, type Phase } from '../rules.ts';
import { CodeDialog } from './CodeDialog.tsx';
import { PresenceDialog } from './PresenceDialog.tsx';
import { PhaseTag, periodText } from './parts.tsx';
import { PATHS } from './paths.ts';

const notify = (text: string) => emit('notice', { kind: 'success', text });

/** 现场管理: what the session's person keeps today. */
export function Kept() {
  const query = useCall(keptActivities, {}, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {({ places, activities }) =>
        places.length === 0 ? (
          <div className="card matter-gap">
            <Empty title="您现在不是现场管理员">
              社区或单位指定您照看志愿活动后，在这里出示签到码、代签、确认到场和时长。
            </Empty>
          </div>
        ) : (
          <>
            <p className="service-listed matter-gap">
              {places.map(({ orgName, toOn }) => `${orgName}（到${toOn}）`).join('，')}
            </p>
            {activities.length === 0 ? (
              <div className="card">
                <Empty title="近七天没有要照看的活动">活动开始前七天起出现在这里，结束后不再列出。</Empty>
              </div>
            ) : (
              <ul className="service-cards" aria-label="照看的活动">
                {activities.map((row) => (
                  <li key={row.id} className="card service-card">
                    <div className="service-card-body">
                      <h2>
                        <Link to={PATHS.keptOf(row.id)}>{row.title}</Link>
                        <PhaseTag phase={row.phase} />
                      </h2>
                      <p>{periodText(row.startsAt, row.endsAt)}</p>
                      <p className="muted">
                        {row.place}　{row.orgName}
                      </p>
                      <div className="service-card-acts">
                        <span className="muted">
                          报名{row.taken}人，已到{row.came}人
                        </span>
                        <ButtonLink to={PATHS.keptOf(row.id)}>照看</ButtonLink>
                      </div>
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </>
        )
      }
    </RecordLoader>
  );
}

/** One of them: the list of people with what is done on the spot. */
export function KeptOne({ id }: { id: string }) {
  const query = useCall(keptPeople, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(sheet) => <Sheet key={sheet.activity.version} sheet={sheet} />}
    </RecordLoader>
  );
}

type Less = { hours: string; note: string };

/** What is wrong with fewer hours; empty where nothing is. */
function faultOf({ hours, note }: Less, most: number): string {
  const value = Number(hours);
  if (hours.trim() === '' || Number.isNaN(value) || value < 0 || !Number.isInteger(value * 2)) return '以0.5小时为单位';
  if (value >= most) return `应少于${most}小时`;
  return note.trim() === '' ? '请写明原因' : '';
}

function Sheet({ sheet }: { sheet: ReplyOf<typeof keptPeople> }) {
  const { activity, people } = sheet;
  const { id, can } = activity;
  const [open, setOpen] = useState<'code' | 'finish' | KeptPerson | null>(null);
  const [timed, setTimed] = useState<KeptPerson | null>(null);
  const [less, setLess] = useState<ReadonlyMap<string, Less>>(new Map());
  const mark = useAct(keptMark, { quiet: true });
  const finish = useAct(keptFinish);
  const close = () => setOpen(null);
  const came = people.filter(({ signedAt }) => signedAt !== null);
  const faults = [...less.values()].filter((one) => faultOf(one, activity.hours) !== '').length;
  const set = (person: string, one: Less | null) => {
    const next = new Map(less);
    if (one === null) next.delete(person);
    else next.set(person, one);
    setLess(next);
  };
  const isOver = !can.sign && !can.finish;
  return (
    <section className="card matter-gap" aria-label={activity.title}>
      <div className="card-head">
        <h2>
          {activity.title} <PhaseTag phase={activity.phase} />
        </h2>
        <span className="card-extra">
          {periodText(activity.startsAt, activity.endsAt)}，{activity.place}
        </span>
      </div>
      <div className="service-kept-acts">
        <ButtonLink to={PATHS.ownPage('keep')}>全部照看的活动</ButtonLink>
        {can.sign && (
          <Button icon="pinCheck" aria-haspopup="dialog" onClick={() => setOpen('code')}>
            签到码
          </Button>
        )}
        {can.finish && (
          <Button
            look="primary"
            icon="calendarCheck"
            aria-haspopup="dialog"
            disabled={faults > 0}
            onClick={() => setOpen('finish')}
          >
            确认并报审
          </Button>
        )}
        <span className="muted" role="status">
          已到{came.length}人，共{people.length}人{faults > 0 && '，减少的时长没有填好'}
          {isOver && `，${PHASES[activity.phase as Phase] ?? ''}，不能再登记`}
        </span>
      </div>
      {people.length === 0 ? (
        <p className="matter-quiet">还没有人通过报名。</p>
      ) : (
        <ul className="service-kept" aria-label="报名的人">
          {people.map((person) => {
            const one = less.get(person.id);
            const fault = one ? faultOf(one, activity.hours) : '';
            return (
              <li key={person.id}>
                <div className="service-kept-who">
                  <b>{person.name}</b>
                  <span className="muted">{person.homeName}</span>
                </div>
                <span>
                  {person.signedAt ? (
                    <span className="tag ok">
                      {person.signedAt.slice(11)} {person.wayName}
                      {person.late && ' 迟到'}
                      {person.leftAt && `，${person.leftAt.slice(11)}离开`}
                    </span>
                  ) : (
                    <span className="tag">未到</span>
                  )}
                </span>
                <span className="service-kept-act">
                  {can.sign && !person.isMe && (
                    <Button size="compact" onClick={() => setTimed(person)}>
                      {person.signedAt ? '到离时间' : '代签'}
                    </Button>
                  )}
                  {can.sign && !person.isMe && person.signedAt && (
                    <Button size="compact" onClick={() => setOpen(person)}>
                      更正为未到
                    </Button>
                  )}
                  {can.sign && person.isMe && person.signedAt === null && <span className="muted">本人请扫码</span>}
                  {can.finish && person.signedAt && (
                    <Button size="compact" onClick={() => set(person.id, one ? null : { hours: '', note: '' })}>
                      {one ? `恢复${activity.hours}小时` : '减少时长'}
                    </Button>
                  )}
                  {!can.sign && !can.finish && noValue}
                </span>
                {one && (
                  <div className="service-kept-less">
                    <span className="service-hours">
                      <span className={fault ? 'field-box wrong' : 'field-box'}>
                        <input
                          aria-label={`${person.name}的时长`}
                          aria-invalid={fault !== ''}
                          inputMode="decimal"
                          maxLength={4}
                          value={one.hours}
                          onChange={({ target }) => set(person.id, { ...one, hours: target.value })}
                        />
                      </span>
                      小时
                      <span className="field-box note">
                        <input
                          aria-label={`${person.name}减少时长的原因`}
                          placeholder="减少原因"
                          maxLength={100}
                          value={one.note}
                          onChange={({ target }) => set(person.id, { ...one, note: target.value })}
                        />
                      </span>
                    </span>
                    {fault && (
                      <p className="field-fault" role="alert">
                        {fault}
                      </p>
                    )}
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {open === 'code' && <CodeDialog id={id} title={activity.title} endpoint={keptCode} onClose={close} />}
      {open === 'finish' && (
        <ConfirmDialog
          title={`确认 ${activity.title}`}
          icon="calendarCheck"
          act="确认并报审"
          onConfirm={async () => {
            const { reported } = await finish.mutateAsync({
              id,
              version: activity.version,
              changed: [...less].map(([person, { hours, note }]) => ({ id: person, hours, note })),
            });
            notify(reported > 0 ? `已报审${reported}人的时长` : '已结束，没有人到场');
          }}
          onClose={close}
        >
          {came.length}人到场，时长按在场时间计，每人最多{activity.hours}小时；没有签退的，按现在离开、待核
          {less.size > 0 && `，其中${less.size}人减少`}；报审后活动结束，不能再签到，时长由{activity.orgName}审核认定。
        </ConfirmDialog>
      )}
      {timed && (
        <PresenceDialog
          people={[timed]}
          onSave={(said) => mark.mutateAsync({ id, ids: [timed.id], came: true, ...said })}
          onClose={() => setTimed(null)}
        />
      )}
      {open !== null && typeof open === 'object' && (
        <ReasonDialog
          title={`更正为未到 ${open.name}`}
          act="更正"
          label="更正原因"
          max={100}
          onDone={async (reason) => {
            await mark.mutateAsync({ id, ids: [open.id], came: false, reason });
            notify('已更正为未到');
          }}
          onClose={close}
        >
          撤销签到，不计时长；留有记录。
        </ReasonDialog>
      )}
    </section>
  );
}
