import { useEffect, useRef, useState } from 'react';
import type { ReplyOf } from '#platform/contract.ts';
import { emit } from '#platform/web/call/events.ts';
import { ConfirmDialog } from '#platform/web/dialogs/ConfirmDialog.tsx';
import { useUnsaved } from '#platform/web/press/unsaved.ts';
import { canEncrypt } from '#platform/web/session/encryptedStore.ts';
import { setDisplayMode, useDisplayMode } from '#platform/web/show/displayMode.ts';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import type { OwnExam, SitQuestion, startExam } from '../../contract.sit.ts';
import { LETTERS, pointsText } from '../../rules.ts';
import { Stem } from '../Stem.tsx';
import { type Line, useSitting } from './useSitting.ts';

const two = (value: number) => String(value).padStart(2, '0');
const clock = (at: number) => new Date(at).toLocaleTimeString('sv', { timeZone: 'Asia/Shanghai' });
const isAnswered = (answer: readonly string[] | undefined) => (answer ?? []).some((part) => part !== '');

function Saved({ line }: { line: Line }) {
  if (line.kind === 'offline') return <span className="tag warn">网络中断，答案保存在本机</span>;
  if (line.kind === 'saving') return <span className="muted">正在保存…</span>;
  return <span className="muted">{line.kind === 'saved' ? `已保存 ${clock(line.at)}` : '作答后自动保存'}</span>;
}

/** The paper while somebody sits it: one question after the other, where each stands, how much time is left. */
export function Sheet({
  exam,
  sitting,
  onOver,
  onElsewhere,
}: {
  exam: OwnExam;
  sitting: ReplyOf<typeof startExam>;
  onOver: () => void;
  onElsewhere: () => void;
}) {
  const { questions } = sitting;
  const [at, setAt] = useState(0);
  const [asking, setAsking] = useState(false);
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const { answers, answer, line, deadline, now, finish, left, flush } = useSitting(sitting, { onOver, onElsewhere });
  const display = useDisplayMode();
  // What is on its way is kept in this browser, where it can.
  useUnsaved(line.kind === 'offline' || (line.kind === 'saving' && !canEncrypt()) ? exam.title : null);
  const seconds = useSecondsTo(deadline, now);
  const ending = useRef(false);
  useEffect(() => {
    if (seconds > 0 || ending.current) return;
    ending.current = true;
    // What the line does not carry now, the server hands in by itself with what it has.
    void finish().catch(onOver);
  }, [seconds, finish, onOver]);
  const leaving = useRef(left);
  leaving.current = left;
  useEffect(() => {
    if (exam.leaveLimit === 0) return;
    const listen = () => {
      if (document.visibilityState !== 'hidden') return;
      void leaving.current().then((leaves) => {
        if (leaves > 0)
          emit('notice', { kind: 'warning', text: `已离开考试页面${leaves}次，最多${exam.leaveLimit}次` });
      });
    };
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, [exam.leaveLimit]);

  const question = questions[at];
  const keys = useRef<(event: KeyboardEvent) => void>(() => {});
  keys.current = (event) => {
    const target = event.target as HTMLElement;
    if (
      !question ||
      asking ||
      /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
      (target as HTMLInputElement).type === 'text'
    )
      return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'ArrowRight') setAt(Math.min(questions.length - 1, at + 1));
    else if (event.key === 'ArrowLeft') setAt(Math.max(0, at - 1));
    else {
      const letter = LETTERS.indexOf(event.key.toUpperCase());
      const option = question.kind === 3 ? ['1', '0'][letter] : question.options[letter]?.place;
      if (letter < 0 || option === undefined) return;
      answer(question.seq, chosen(question, answers.get(question.seq) ?? [], option));
    }
    event.preventDefault();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys.current(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const open = questions.filter(({ seq }) => !isAnswered(answers.get(seq))).length;
  if (!question) return null;
  const toggleMark = () => {
    const next = new Set(marked);
    if (!next.delete(question.seq)) next.add(question.seq);
    setMarked(next);
  };
  return (
    <main className="take-sheet">
      <header className="take-head">
        <h1>{exam.title}</h1>
        <span className={seconds < 300 ? 'take-time late' : 'take-time'} role="timer" aria-label="剩余时间">
          {two(Math.floor(seconds / 3600))}:{two(Math.floor(seconds / 60) % 60)}:{two(seconds % 60)}
        </span>
        <span role="status">
          <Saved line={line} />
        </span>
        <Button
          size="compact"
          aria-pressed={display.size === 'large'}
          onClick={() => setDisplayMode({ size: display.size === 'large' ? 'normal' : 'large' })}
        >
          大字
        </Button>
        <Button look="primary" onClick={() => setAsking(true)}>
          交卷
        </Button>
      </header>
      <div className="take-work">
        <section className="card take-question" aria-label={`第${at + 1}题`}>
          <p className="muted">
            {question.section}　第{at + 1}题，共{questions.length}题，{pointsText(question.score)}分
          </p>
          <Question
            question={question}
            answer={answers.get(question.seq) ?? []}
            onAnswer={(value) => answer(question.seq, value)}
          />
          <footer className="take-foot">
            <Button disabled={at === 0} onClick={() => setAt(at - 1)}>
              上一题
            </Button>
            <Button aria-pressed={marked.has(question.seq)} onClick={toggleMark}>
              {marked.has(question.seq) ? '取消标记' : '标记'}
            </Button>
            <Button
              look="primary"
              disabled={at === questions.length - 1}
              onClick={() => {
                setAt(at + 1);
                void flush();
              }}
            >
              下一题
            </Button>
          </footer>
        </section>
        <nav className="card take-map" aria-label="答题卡">
          <p className="muted">
            已答{questions.length - open}，未答{open}
          </p>
          <ol>
            {questions.map(({ seq }, place) => (
              <li key={seq}>
                <Pressable
                  className={[isAnswered(answers.get(seq)) && 'done', marked.has(seq) && 'marked']
                    .filter(Boolean)
                    .join(' ')}
                  aria-current={place === at}
                  aria-label={`第${place + 1}题，${isAnswered(answers.get(seq)) ? '已答' : '未答'}${marked.has(seq) ? '，已标记' : ''}`}
                  onClick={() => setAt(place)}
                >
                  {place + 1}
                </Pressable>
              </li>
            ))}
          </ol>
          <p className="muted small take-keys">按 A、B、C 选择，← → 换题</p>
        </nav>
      </div>
      {asking && (
        <ConfirmDialog
          title={`交卷 ${exam.title}`}
          icon="warning"
          act="交卷"
          cancel="继续答题"
          onConfirm={finish}
          onClose={() => setAsking(false)}
        >
          {open > 0 ? `还有${open}道题没有答。` : '全部题目都已作答。'}交卷后不能再修改。
        </ConfirmDialog>
      )}
    </main>
  );
}

/** Whole seconds until a point in time of the server's clock. */
function useSecondsTo(deadline: number, now: () => number): number {
  const read = useRef(now);
  read.current = now;
  const [seconds, setSeconds] = useState(() => Math.max(0, Math.ceil((deadline - now()) / 1000)));
  useEffect(() => {
    const tick = () => setSeconds(Math.max(0, Math.ceil((deadline - read.current()) / 1000)));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [deadline]);
  return seconds;
}

/** The answer after an option was taken: one of 单选 and 判断, on and off of 多选. */
function chosen({ kind }: SitQuestion, answer: readonly string[], place: string): string[] {
  if (kind !== 2) return [place];
  return answer.includes(place) ? answer.filter((one) => one !== place) : [...answer, place].sort();
}

function Question({
  question,
  answer,
  onAnswer,
}: {
  question: SitQuestion;
  answer: readonly string[];
  onAnswer: (value: readonly string[]) => void;
}) {
  const { kind, stem, options } = question;
  const all =
    kind === 3
      ? [
          { place: '1', text: '正确' },
          { place: '0', text: '错误' },
        ]
      : options;
  return (
    <fieldset className="take-fields">
      {question.rich === '' ? (
        <legend className="take-stem">{stem}</legend>
      ) : (
        <>
          <legend className="visually-hidden">第{question.seq}题</legend>
          <Stem of={question} className="take-stem" />
        </>
      )}
      {kind <= 3 &&
        all.map(({ place, text }, at) => (
          <label key={`${question.seq} ${place}`} className={answer.includes(place) ? 'take-option on' : 'take-option'}>
            <input
              type={kind === 2 ? 'checkbox' : 'radio'}
              className={kind === 2 ? 'tick' : undefined}
              name={`question-${question.seq}`}
              checked={answer.includes(place)}
              onChange={() => onAnswer(chosen(question, answer, place))}
            />
            <b>{LETTERS[at]}</b>
            <span>{text}</span>
          </label>
        ))}
      {kind === 4 &&
        Array.from({ length: question.blanks }, (_one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a blank is its place
          <label key={`${question.seq} ${at}`} className="take-blank">
            第{at + 1}空
            <span className="field-box">
              <input
                type="text"
                autoComplete="off"
                maxLength={200}
                value={answer[at] ?? ''}
                onChange={(event) =>
                  onAnswer(
                    Array.from({ length: question.blanks }, (_all, place) =>
                      place === at ? event.target.value : (answer[place] ?? ''),
                    ),
                  )
                }
              />
            </span>
          </label>
        ))}
      {kind === 5 && (
        <textarea
          className="field-area"
          rows={8}
          maxLength={4000}
          aria-label="答案"
          value={answer[0] ?? ''}
          onChange={(event) => onAnswer([event.target.value])}
        />
      )}
    </fieldset>
  );
}
