import { useDeferredValue, useState } from 'react';
import { useCall } from '#platform/web/call/hooks.ts';
import { Dialog } from '#platform/web/dialogs/Dialog.tsx';
import { Failed, Skeleton } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { termCandidates } from '../../contract.office.ts';

interface Person {
  memberId: string;
  name: string;
}

/** Several full members of an organisation at once; who was ticked stays while other names are looked for. */
export function ChooseLeaders({
  orgId,
  taken,
  onChoose,
  onClose,
}: {
  orgId: string;
  /** Who is in the list already. */
  taken: ReadonlySet<string>;
  onChoose: (people: Person[]) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim());
  const termCandidatesQuery = useCall(termCandidates, { orgId, name }, { quiet: true, keepPrevious: true });
  const [chosen, setChosen] = useState<ReadonlyMap<string, Person>>(new Map());
  const toggle = ({ memberId, name: called }: Person) => {
    const next = new Map(chosen);
    if (!next.delete(memberId)) next.set(memberId, { memberId, name: called });
    setChosen(next);
  };
  return (
    <Dialog
      title="选择班子成员"
      icon="members"
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button look="primary" disabled={chosen.size === 0} onClick={() => onChoose([...chosen.values()])}>
            选定{chosen.size > 0 && `${chosen.size}人`}
          </Button>
        </>
      }
    >
      <div className="dialog-form">
        <span className="field-box">
          <input
            type="search"
            aria-label="查找正式党员"
            placeholder="姓名或拼音首字母"
            autoComplete="off"
            maxLength={20}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </span>
        {chosen.size > 0 && <p className="small">已选：{[...chosen.values()].map((one) => one.name).join('、')}</p>}
        {termCandidatesQuery.error && !termCandidatesQuery.data && (
          <Failed error={termCandidatesQuery.error} onRetry={() => termCandidatesQuery.refetch()} />
        )}
        {termCandidatesQuery.isPending && <Skeleton lines={5} />}
        <ul className="post-choices">
          {termCandidatesQuery.data?.map((person) => (
            <li key={person.memberId}>
              <label>
                <input
                  type="checkbox"
                  className="tick"
                  disabled={taken.has(person.memberId)}
                  checked={taken.has(person.memberId) || chosen.has(person.memberId)}
                  onChange={() => toggle(person)}
                />
                <b>{person.name}</b>
                <span className="muted">{person.orgName}</span>
              </label>
            </li>
          ))}
        </ul>
        {termCandidatesQuery.data?.length === 0 && <p className="muted">没有找到正式党员。</p>}
      </div>
    </Dialog>
  );
}
