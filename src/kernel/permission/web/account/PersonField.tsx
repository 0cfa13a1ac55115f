import { Suspense, useEffect, useId, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { useUntaken } from '#platform/web/form/untaken.ts';
import { lazyPart } from '#platform/web/route/lazyPart.tsx';
import { Icon } from '#platform/web/show/icons.tsx';
import { Button, Pressable } from '#platform/web/ui/Button.tsx';
import { type Candidate, findPeople } from '../../contract.ts';
import './account.css';

// Loaded when somebody opens it.
const CandidateDialog = lazyPart(() => import('./CandidateDialog.tsx'));

/** Finds one person of the scope by name, pinyin initials or the whole id card, and shows who was chosen. */
export function PersonField({
  label,
  picked,
  fault: missing,
  refuse,
  onPick,
}: {
  label: string;
  picked: Candidate | null;
  fault?: string;
  /** Why somebody cannot be chosen; the empty text where they can. */
  refuse?: (person: Candidate) => string;
  onPick: (person: Candidate | null) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  const untaken = useUntaken(typed);
  const fault = (!picked && untaken.fault) || missing;
  const [choosing, setChoosing] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setWords(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const peopleQuery = useCall(
    findPeople,
    { keyWords: words },
    { enabled: words !== '', quiet: true, keepPrevious: true },
  );
  // What stands below may still be the answer to other words: Enter waits for the answer to its own.
  const [wanted, setWanted] = useState('');
  const settled = peopleQuery.data && !peopleQuery.isPlaceholderData ? peopleQuery.data : undefined;
  useEffect(() => {
    if (wanted === '' || wanted !== words || !settled) return;
    setWanted('');
    const [only] = settled;
    if (settled.length === 1 && only && !refuse?.(only)) onPick(only);
  }, [wanted, words, settled, refuse, onPick]);

  if (picked) {
    return (
      <div className="form-field wide">
        <span className="field-label">{label}</span>
        <div className="person-picked">
          <span className="seal" aria-hidden="true">
            {picked.name.slice(0, 1)}
          </span>
          <span>
            <b>{picked.name}</b> <span className="muted">{picked.idCardNo || '未登记身份证号'}</span>
            <br />
            <span className="muted small">{picked.orgName}</span>
          </span>
          <Button look="word" onClick={() => onPick(null)}>
            换人
          </Button>
        </div>
        {fault && <Fault id={`${id}-note`} text={fault} />}
      </div>
    );
  }
  const people = words === '' ? [] : (peopleQuery.data ?? []);
  return (
    <div className="form-field wide">
      <label className="field-label" htmlFor={id}>
        <span className="must" aria-hidden="true">
          *
        </span>
        {label}
      </label>
      <span className={fault ? 'field-box wrong' : 'field-box'}>
        <Icon name="search" />
        <input
          {...untaken.field}
          id={id}
          type="search"
          autoComplete="off"
          maxLength={30}
          placeholder="姓名、拼音首字母或完整身份证号"
          value={typed}
          aria-required
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-note`}
          onChange={(event) => {
            setTyped(event.target.value);
            setWanted('');
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            setWords(typed.trim());
            setWanted(typed.trim());
          }}
        />
      </span>
      {fault ? (
        <Fault id={`${id}-note`} text={fault} />
      ) : (
        <p id={`${id}-note`} className="field-hint">
          只能在管理范围内查找，最多列出十人；
          <Button look="word" aria-haspopup="dialog" onClick={() => setChoosing(true)}>
            按条件选择
          </Button>
        </p>
      )}
      {words !== '' && (
        <ul className="person-hits" aria-label="查找结果">
          {people.map((person) => {
            const why = refuse?.(person) ?? '';
            return (
              <li key={person.memberId}>
                <Pressable disabled={why !== ''} onClick={() => onPick(person)}>
                  <b>{person.name}</b>
                  <span className="muted">{person.idCardNo || '未登记身份证号'}</span>
                  <span className="muted">{person.orgName}</span>
                  {why && <span className="person-why">{why}</span>}
                </Pressable>
              </li>
            );
          })}
          {settled?.length === 0 && <li className="muted">没有找到，换个写法或输入完整身份证号</li>}
          {people.length === 0 && peopleQuery.isFetching && <li className="muted">正在查找</li>}
          {peopleQuery.error && (
            <li className="muted" role="alert">
              {peopleQuery.error.message}
              <Button look="word" onClick={() => peopleQuery.refetch()}>
                重试
              </Button>
            </li>
          )}
        </ul>
      )}
      {choosing && (
        <Suspense fallback={null}>
          <CandidateDialog refuse={refuse} onPick={onPick} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Fault({ id, text }: { id: string; text: string }) {
  return (
    <p id={id} className="field-fault" role="alert">
      <Icon name="warning" size={14} />
      {text}
    </p>
  );
}
