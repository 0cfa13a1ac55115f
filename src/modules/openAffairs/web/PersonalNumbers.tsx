import { Icon } from '#platform/web/icons.tsx';

/** Says of each personal number in a text that everybody is to read where it stands; nothing where there is none. */
export function PersonalNumbers({ found, despite = '' }: { found: readonly string[]; despite?: string }) {
  if (found.length === 0) return null;
  return (
    <div className="strip warn open-numbers" role="note">
      <Icon name="warning" />
      <div>
        <span>
          {despite
            ? `送审人说明仍要公开：${despite}`
            : '文中有个人信息，公开前请删除或遮盖；确需公开的，送审时写明原因。'}
        </span>
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
