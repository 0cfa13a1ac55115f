import { Button } from '#platform/web/ui/Button.tsx';
import './office.css';

/** somebody whom a search by name suggests. */
export interface Suggested {
  memberId: string;
  name: string;
  orgName: string;
}

/**
 * What a search by name found, to be picked from. Nobody is said to be missing while the answer is on its way or did not
 * come, and nobody is offered for a name that stands there no more.
 */
export function PersonSuggestions({
  label,
  what,
  word,
  found,
  taken,
  onPick,
}: {
  label: string;
  /** Who is looked for: 正式党员. */
  what: string;
  word: string;
  found: {
    data: readonly Suggested[] | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** Those who are chosen already. */
  taken: ReadonlySet<string>;
  onPick: (person: Suggested) => void;
}) {
  if (word === '') return null;
  const offered = found.data?.filter(({ memberId }) => !taken.has(memberId));
  return (
    <ul className="post-suggestions" aria-label={label} aria-busy={found.isFetching}>
      {!offered && found.isFetching && <li className="muted small">正在查找…</li>}
      {!offered && found.error && !found.isFetching && (
        <li className="field-fault">
          {found.error.message}
          <Button look="link" size="compact" onClick={() => found.refetch()}>
            再试一次
          </Button>
        </li>
      )}
      {offered?.length === 0 && (
        <li className="muted small">
          没有查到{what}“{word}”
        </li>
      )}
      {offered?.map((person) => (
        <li key={person.memberId}>
          <Button size="compact" icon="plus" iconSize={14} onClick={() => onPick(person)}>
            {person.name}
            <span className="muted tiny">{person.orgName}</span>
          </Button>
        </li>
      ))}
    </ul>
  );
}
