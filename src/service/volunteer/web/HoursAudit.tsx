import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useUrgeAbove } from '#kernel/permission/web/pickers.above.tsx';
import type { ReplyOf } from '#platform/contract.ts';
import { ApprovalActs } from '#platform/web/approval/ApprovalActs.tsx';
import { emit } from '#platform/web/call/events.ts';
import { useAct, useCall } from '#platform/web/call/hooks.ts';
import { Fact, FactCard, MatterHead } from '#platform/web/field/Matter.tsx';
import { readQuery } from '#platform/web/route/navigation.ts';
import { RecordTop } from '#platform/web/shell/PageHead.tsx';
import { useTitle } from '#platform/web/shell/useTitle.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { noValue } from '#platform/web/show/none.tsx';
import { RecordLoader } from '#platform/web/show/RecordLoader.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { decideHours, hoursPeople } from '../contract.hours.ts';
import { periodText, StateTag } from './parts.tsx';
import { isId, PATHS } from './paths.ts';

type Sheet = ReplyOf<typeof hoursPeople>;
type Change = { hours: string; note: string };

/** `auditMemberList`: who came to one activity, with the hours of each; whoever audits lowers single ones before accepting. */
export default function HoursAudit() {
  const { id } = readQuery(useLocation().search, ['id']);
  if (!isId(id)) return <Gone sentence="地址不完整，请从时长审核打开" />;
  return <One key={id} id={id} />;
}

function One({ id }: { id: string }) {
  const query = useCall(hoursPeople, { id }, { quiet: true, staleTime: 0 });
  return (
    <RecordLoader query={query} fresh>
      {(sheet) => <Shown key={sheet.version} sheet={sheet} onAgain={() => void query.refetch()} />}
    </RecordLoader>
  );
}

/** What is wrong with changed hours; empty where nothing is. */
function faultOf(change: Change, most: number): string {
  const hours = Number(change.hours);
  if (change.hours.trim() === '' || Number.isNaN(hours) || hours < 0 || !Number.isInteger(hours * 2)) {
    return '以0.5小时为单位';
  }
  if (hours > most) return `不超过在场时间${most}小时`;
  return change.note.trim() === '' ? '请写明原因' : '';
}

function Shown({ sheet, onAgain }: { sheet: Sheet; onAgain: () => void }) {
  const { id, version, title, can } = sheet;
  const [changes, setChanges] = useState<ReadonlyMap<string, Change>>(new Map());
  const decide = useAct(decideHours);
  const urge = useUrgeAbove('serviceHours', id);
  useTitle(`审核名单 ${title}`);
  const set = (person: string, change: Change | null) => {
    const next = new Map(changes);
    if (change === null) next.delete(person);
    else next.set(person, change);
    setChanges(next);
  };
  const faultFor = ({ id: person, most }: Sheet['people'][number]) => {
    const change = changes.get(person);
    return change ? faultOf(change, most) : '';
  };
  const faults = sheet.people.filter((person) => faultFor(person) !== '').length;
  const total = sheet.people.reduce((sum, person) => sum + Number(changes.get(person.id)?.hours ?? person.hours), 0);
  const words = Math.round(total * 100) / 100;
  return (
    <>
      <RecordTop title={`审核名单 ${title}`} />
      <MatterHead name={title} state={<StateTag name={sheet.stateName} />}>
        <ButtonLink to={PATHS.view(id)}>活动详情</ButtonLink>
        <ApprovalActs
          onClosed={onAgain}
          acts={{
            agree: can.decide && {
              label: '认定时长',
              off: faults > 0 ? '核减的时长没有填好' : false,
              run: async () => {
                await decide.mutateAsync({
                  id,
                  version,
                  agree: true,
                  changed: [...changes].map(([person, { hours, note }]) => ({ id: person, hours, note })),
                });
                emit('notice', { kind: 'success', text: '已认定，本人已收到通知' });
              },
            },
            return: can.decide && {
              title: `退回 ${title}的时长`,
              words: { label: '退回原因' },
              consequence: '发布活动的组织会收到原因，更正签到后重新报审。',
              run: (reason) => decide.mutateAsync({ id, version, agree: false, reason }),
            },
            urge: can.urge && urge,
          }}
        />
      </MatterHead>
      {(can.whyNot || sheet.reason) && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">{can.whyNot || `退回原因：${sheet.reason}`}</span>
        </div>
      )}
      {sheet.closed > 0 && can.decide && (
        <div className="banner warn">
          <Icon name="warning" />
          <span className="grow">{sheet.closed}人没有签退，离开时间按活动结束记，请核对后再认定。</span>
        </div>
      )}
      <FactCard title="报审情况" extra={sheet.orgName}>
        <Fact label="活动时间">{periodText(sheet.startsAt, sheet.endsAt)}</Fact>
        <Fact label="报审">
          {sheet.askedOn ? `${sheet.askedOn}，${sheet.askedName}，每人最多${sheet.hours}小时` : '还没有报审'}
        </Fact>
        {sheet.decidedOn && (
          <Fact label="审核">
            {sheet.decidedOn}，{sheet.decidedName}
          </Fact>
        )}
      </FactCard>
      <section className="card matter-gap" aria-label="到场人员">
        <div className="card-head">
          <h2>到场人员</h2>
          <span className="card-extra" role="status">
            {sheet.people.length}人，共{words}小时{changes.size > 0 && `，核减${changes.size}人`}
          </span>
        </div>
        {sheet.people.length === 0 ? (
          <p className="matter-quiet">没有人签到。</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
          <section className="service-table plain-list" aria-label="签到和时长" tabIndex={0}>
            <table className="table list-table">
              <thead>
                <tr>
                  {['姓名', '所在党组织', '到场', '离开', '方式', can.decide ? '认定时长' : '时长', '说明'].map(
                    (head) => (
                      <th scope="col" key={head}>
                        {head}
                      </th>
                    ),
                  )}
                </tr>
              </thead>
              <tbody>
                {sheet.people.map((person) => (
                  <tr key={person.id}>
                    <td data-card="title">
                      <Link to={PATHS.hoursInfoOf(person.id)}>{person.name}</Link>
                    </td>
                    <td data-card="line" data-title="所在党组织">
                      {person.homeName}
                    </td>
                    <td data-card="line" data-title="到场">
                      {person.signedAt ?? noValue}
                    </td>
                    <td data-card="line" data-title="离开">
                      {person.leftAt ?? noValue}
                      {person.leftName === '待核' && <span className="tag warn">待核</span>}
                    </td>
                    <td data-card="tag">
                      {person.wayName}
                      {person.late && ' 迟到'}
                    </td>
                    {can.decide ? (
                      <Lowered
                        name={person.name}
                        hours={person.hours}
                        change={changes.get(person.id)}
                        overlap={person.overlap}
                        fault={faultFor(person)}
                        onChange={(change) => set(person.id, change)}
                      />
                    ) : (
                      <>
                        <td data-card="line" data-title="时长">
                          {person.hours}小时 <StateTag name={person.stateName} />
                        </td>
                        <td data-card="line" data-title="说明">
                          {[person.note, person.overlap].filter(Boolean).join('；') || noValue}
                        </td>
                      </>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </section>
    </>
  );
}

/** The hours of one person, as reported until somebody writes others. */
function Lowered({
  name,
  hours,
  change,
  overlap,
  fault,
  onChange,
}: {
  name: string;
  hours: number;
  change: Change | undefined;
  /** What is cut already, in words. */
  overlap: string;
  fault: string;
  onChange: (change: Change | null) => void;
}) {
  const value = change ?? { hours: String(hours), note: '' };
  const write = (next: Change) => onChange(next.hours === String(hours) && next.note === '' ? null : next);
  return (
    <>
      <td data-card="line" data-title="认定时长">
        <span className="service-hours">
          <span className={fault ? 'field-box wrong' : 'field-box'}>
            <input
              aria-label={`${name}的认定时长`}
              aria-invalid={fault !== ''}
              inputMode="decimal"
              maxLength={4}
              value={value.hours}
              onChange={({ target }) => write({ ...value, hours: target.value })}
            />
          </span>
          小时
        </span>
      </td>
      <td data-card="line" data-title="说明">
        {change ? (
          <>
            <span className="field-box note">
              <input
                aria-label={`${name}的核减原因`}
                placeholder="核减原因"
                maxLength={100}
                value={value.note}
                onChange={({ target }) => write({ ...value, note: target.value })}
              />
            </span>
            {fault && (
              <p className="field-fault" role="alert">
                {fault}
              </p>
            )}
          </>
        ) : (
          overlap || noValue
        )}
      </td>
    </>
  );
}
