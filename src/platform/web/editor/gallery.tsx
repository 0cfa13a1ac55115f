import { useState } from 'react';
import { Case, Cases } from '../gallery/Case.tsx';
import { LateEditor } from './EditorField.tsx';
import { RichText } from './RichText.tsx';

const TEXT =
  '<h2>关于召开支部党员大会的通知</h2><p class="rt-indent">经支部委员会研究，定于<strong>11月24日</strong>召开党员大会，请<span class="rt-red">按时参加</span>。</p>' +
  '<ol><li><p>学习文件</p></li><li><p>讨论发展对象</p><ul><li><p>介绍情况</p></li><li><p>无记名投票</p></li></ul></li></ol>' +
  '<table><tbody><tr><th>议程</th><th>时间</th></tr><tr><td>学习</td><td>14:30</td></tr></tbody></table><p class="rt-right">城东社区党支部</p>';

function Held({ start, invalid }: { start: string; invalid?: boolean }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <LateEditor label="正文" value={value} onChange={setValue} invalid={invalid} placeholder="在这里写正文" />
      <p className="field-hint gallery-value">{value}</p>
    </>
  );
}

/** The editor empty, filled and wrong, and a text as readers see it. */
export default function EditorGallery() {
  return (
    <Cases>
      <Case title="有内容" wide>
        <Held start={TEXT} />
      </Case>
      <Case title="空白" wide>
        <Held start="" />
      </Case>
      <Case title="有错" wide>
        <Held start="" invalid />
      </Case>
      <Case title="阅读" wide>
        <RichText html={TEXT} />
      </Case>
    </Cases>
  );
}
