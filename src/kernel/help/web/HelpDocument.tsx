import { decodeHtml } from '#platform/text/richTextRules.ts';
import { useCall } from '#platform/web/call/hooks.ts';
import { RichText } from '#platform/web/editor/RichText.tsx';
import { Waiting } from '#platform/web/show/RecordLoader.tsx';
import { dateTime } from '#platform/web/show/time.ts';
import { getHelp } from '../contract.ts';
import './help.css';

/** One document: title, when it was last changed (else made), content. */
export default function HelpDocument({ id, level = 2 }: { id: string; level?: 2 | 3 }) {
  const helpQuery = useCall(getHelp, { id }, { quiet: true });
  if (!helpQuery.data) return <Waiting query={helpQuery} lines={10} />;
  const { title, updateTime, createTime, content } = helpQuery.data;
  const Title = `h${level}` as const;
  return (
    <article className="help-document">
      <Title className="help-title">{title}</Title>
      <p className="muted small">最近更新 {dateTime(updateTime ?? createTime)}</p>
      <RichText html={decodeHtml(content)} />
    </article>
  );
}
