import { useState } from 'react';
import { Case, Cases } from '../gallery/Case.tsx';
import { TagInput } from './TagInput.tsx';

const CHECK = async (keyword: string) => (keyword.includes('测试') ? '含有不允许的词' : null);

function Held({ start, max }: { start: string[]; max?: number }) {
  const [value, setValue] = useState(start);
  return <TagInput label="关键词" value={value} onChange={setValue} check={CHECK} max={max} />;
}

/** Keywords: none, some, and as many as may be. */
export default function TagsGallery() {
  return (
    <Cases>
      <Case title="没有关键词">
        <Held start={[]} />
      </Case>
      <Case title="已有关键词：重复的不收，含“测试”的由服务端拒绝">
        <Held start={['主题党日', '乡村振兴', '志愿服务']} />
      </Case>
      <Case title="已满">
        <Held start={['党史', '党章', '党费']} max={3} />
      </Case>
    </Cases>
  );
}
