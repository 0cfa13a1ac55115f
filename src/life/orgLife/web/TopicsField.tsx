import type { Form } from '#platform/web/form/useForm.ts';
import { Button, IconButton } from '#platform/web/ui/Button.tsx';
import { TOPIC_KINDS } from '../rules.ts';

export interface Topic {
  /** Empty: new. */
  id: string;
  kind: string;
  title: string;
}

const MOST = 20;

/** The topics of a meeting as rows; the form holds them as one text. */
export function TopicsField({ form }: { form: Form }) {
  const topics = JSON.parse(form.text('topics') || '[]') as Topic[];
  const set = (next: readonly Topic[]) => form.set({ topics: JSON.stringify(next) });
  const change = (at: number, more: Partial<Topic>) =>
    set(topics.map((one, index) => (index === at ? { ...one, ...more } : one)));
  return (
    <div className="life-topics">
      {topics.length === 0 && <p className="muted">还没有议题。议题会随通知发给参会党员，会后逐条记录。</p>}
      <ol>
        {topics.map((one, at) => (
          // Rows have no name of their own before they are saved; their place is what tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={at}>
            <select
              className="field-box"
              aria-label={`第${at + 1}个议题的类别`}
              value={one.kind}
              onChange={(event) => change(at, { kind: event.target.value })}
            >
              {Object.entries(TOPIC_KINDS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
            <input
              className="field-box"
              aria-label={`第${at + 1}个议题`}
              placeholder="议题"
              maxLength={100}
              value={one.title}
              onChange={(event) => change(at, { title: event.target.value })}
            />
            <IconButton
              look="normal"
              icon="trash"
              label={`删去第${at + 1}个议题`}
              onClick={() => set(topics.filter((_one, index) => index !== at))}
            />
          </li>
        ))}
      </ol>
      {topics.length < MOST && (
        <span>
          <Button icon="plus" onClick={() => set([...topics, { id: '', kind: '1', title: '' }])}>
            添加议题
          </Button>
        </span>
      )}
    </div>
  );
}
