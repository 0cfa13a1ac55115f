import { Icon } from './icons.tsx';
import './markedNumbers.css';

/**
 * Names each personal number in a text for other readers, with its place; draws nothing where there is none.
 * @param lead what to do about it
 */
export function PersonalNumbers({ found, lead }: { found: readonly string[]; lead: string }) {
  if (found.length === 0) return null;
  return (
    <div className="banner warn personal-numbers" role="note">
      <Icon name="warning" />
      <div>
        <span>{lead}</span>
        <ul>
          {found.map((sentence, at) => (
            // The same number may stand twice in a paragraph.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={at}>{sentence}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}
