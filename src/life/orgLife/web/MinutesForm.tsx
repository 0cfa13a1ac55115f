import { useState } from 'react';

import { emit } from '#platform/web/call/events.ts';
import { useAct } from '#platform/web/call/hooks.ts';
import { ApiError, isConflict } from '#platform/web/call/request.ts';
import { useKept } from '#platform/web/kept/useKept.ts';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, ButtonLink } from '#platform/web/ui/Button.tsx';
import { type MeetingDetail, recordMeeting } from '../contract.ts';
import { PATHS } from './paths.ts';
import { Transcripts } from './Transcripts.tsx';

interface Written {
  id: string;
  minutes: string;
  decision: string;
  /** Counts as typed; all empty: nobody voted. */
  yes: string;
  no: string;
  abstain: string;
  spoilt: string;
}

const COUNTS = [
  ['yes', '赞成'],
  ['no', '反对'],
  ['abstain', '弃权'],
  ['spoilt', '废票'],
] as const;

const writtenOf = ({ topics }: MeetingDetail): Written[] =>
  topics.map(({ id, minutes, decision, vote }) => ({
    id,
    minutes,
    decision,
    yes: vote ? String(vote.yes) : '',
    no: vote ? String(vote.no) : '',
    abstain: vote ? String(vote.abstain) : '',
    spoilt: vote ? String(vote.spoilt) : '',
  }));

/** Letters of the minutes as a whole. */
const MOST = 10_000;

const count = (text: string) => Number(/^\d{1,4}$/.test(text.trim()) ? text.trim() : '0');

/**
 * The minutes by topic, saved as often as one likes; what another recorder saved meanwhile is shown before it is replaced.
 * `onSaved` hears the version that an own save made, which stands before the meeting has been read again.
 */
export function MinutesForm({
  meeting,
  faults,
  onSaved,
}: {
  meeting: MeetingDetail;
  faults: Readonly<Record<string, string>>;
  onSaved: (version: number) => void;
}) {
  const [base, setBase] = useState({ minutes: meeting.minutes, topics: writtenOf(meeting), version: meeting.version });
  const [minutes, setMinutes] = useState(base.minutes);
  const [topics, setTopics] = useState(base.topics);
  const save = useAct(recordMeeting, { quiet: true });
  const changed = minutes !== base.minutes || JSON.stringify(topics) !== JSON.stringify(base.topics);
  const theirs = JSON.stringify([meeting.minutes, writtenOf(meeting)]);
  // A meeting read before the own save is older than what stands here, not another recorder's.
  const isForeign = meeting.version > base.version && theirs !== JSON.stringify([base.minutes, base.topics]);
  const take = () => {
    const now = { minutes: meeting.minutes, topics: writtenOf(meeting), version: meeting.version };
    setBase(now);
    setMinutes(now.minutes);
    setTopics(now.topics);
  };
  // Nothing typed here: what others saved is simply shown.
  if (isForeign && !changed) take();
  useKept({
    of: `minutes:${meeting.id}`,
    called: '会议记录',
    value: { minutes, topics },
    changed,
    base: JSON.stringify([base.minutes, base.topics]),
    restore: (kept) => {
      setMinutes(kept.minutes);
      // By topic: the agenda may have got another one since.
      setTopics((now) => now.map((one) => kept.topics.find(({ id }) => id === one.id) ?? one));
    },
  });
  const change = (at: number, more: Partial<Written>) =>
    setTopics(topics.map((one, index) => (index === at ? { ...one, ...more } : one)));
  const submit = async () => {
    const given = topics.map(({ id, minutes: said, decision, ...counts }) => ({
      id,
      minutes: said,
      decision,
      vote: Object.values(counts).every((text) => text.trim() === '')
        ? null
        : {
            yes: count(counts.yes),
            no: count(counts.no),
            abstain: count(counts.abstain),
            spoilt: count(counts.spoilt),
          },
    }));
    try {
      // What another recorder saved has been shown above; saving then is a decision.
      const { version } = await save.mutateAsync({
        id: meeting.id,
        version: Math.max(meeting.version, base.version),
        minutes,
        topics: given,
      });
      setBase({ minutes, topics, version });
      onSaved(version);
      emit('notice', { kind: 'success', text: '会议记录已保存' });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      emit('notice', {
        kind: 'error',
        text: isConflict(error) ? '另一名记录人刚刚保存过，请看上面对方的内容，再决定用哪一份' : error.message,
      });
    }
  };
  return (
    <section className="card" aria-label="会议记录">
      <div className="card-head">
        <h2>会议记录</h2>
      </div>
      <div className="life-write">
        {isForeign && changed && (
          <div className="banner warn">
            <Icon name="warning" />
            <span className="grow">
              {meeting.updateName}保存过另一份记录：{meeting.minutes.slice(0, 200) || '（正文为空）'}
            </span>
            <Button size="compact" onClick={take}>
              采用对方的
            </Button>
          </div>
        )}
        {meeting.topics.map((topic, at) => {
          const one = topics[at];
          if (!one) return null;
          return (
            <section key={topic.id} aria-label={topic.title} className="life-topics">
              <h3>
                {at + 1}．{topic.title} <span className="tag">{topic.kindName}</span>
              </h3>
              <textarea
                className="field-area"
                aria-label={`${topic.title}的记录`}
                placeholder="谁讲了什么、怎么讨论的"
                rows={4}
                maxLength={5000}
                value={one.minutes}
                onChange={(event) => change(at, { minutes: event.target.value })}
              />
              <input
                className="field-box"
                aria-label={`${topic.title}的议定事项`}
                placeholder="议定事项"
                maxLength={1000}
                value={one.decision}
                onChange={(event) => change(at, { decision: event.target.value })}
              />
              {topic.kind === 3 && meeting.state !== 1 && (
                <p className="life-acts">
                  <span className="muted small">表决在发展档案里办，一次登记两处都有</span>
                  <ButtonLink to={PATHS.develop(meeting.id)}>登记发展党员表决</ButtonLink>
                </p>
              )}
              {(topic.kind === 2 || topic.kind === 3) && (
                <div className="life-votes">
                  <span className="secondary">表决</span>
                  {COUNTS.map(([name, label]) => (
                    <label key={name}>
                      {label}
                      <input
                        className="field-box"
                        inputMode="numeric"
                        maxLength={4}
                        value={one[name]}
                        onChange={(event) => change(at, { [name]: event.target.value })}
                      />
                    </label>
                  ))}
                  <span className="muted small">没有表决就留空</span>
                </div>
              )}
              {faults[`topics.${at}`] && (
                <p className="field-fault" role="alert">
                  <Icon name="warning" size={14} />
                  {faults[`topics.${at}`]}
                </p>
              )}
            </section>
          );
        })}
        <Transcripts
          meeting={meeting}
          room={MOST - minutes.length}
          onTake={(text) => setMinutes(minutes === '' ? text : `${minutes}\n${text}`)}
        />
        <label className="life-topics">
          <span className="field-label">会议记录</span>
          <textarea
            className={faults.minutes ? 'field-area wrong' : 'field-area'}
            aria-invalid={faults.minutes !== undefined}
            rows={8}
            maxLength={MOST}
            value={minutes}
            onChange={(event) => setMinutes(event.target.value)}
          />
        </label>
        {faults.minutes && (
          <p className="field-fault" role="alert">
            <Icon name="warning" size={14} />
            {faults.minutes}
          </p>
        )}
        <div className="life-acts">
          <span className="muted small">{changed ? '有没保存的内容' : '已保存'}</span>
          <Button disabled={!changed || save.isPending} onClick={() => void submit()}>
            保存记录
          </Button>
        </div>
      </div>
    </section>
  );
}
