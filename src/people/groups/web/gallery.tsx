import { useState } from 'react';
import type { Choice } from '#platform/web/choose/choice.ts';
import { Case, Cases } from '#platform/web/gallery/Case.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { Labels, PeopleField, PersonDialog } from './pickers.tsx';

const MANY: readonly Choice[] = Array.from({ length: 64 }, (_, at) => ({
  id: String(at + 1),
  name: `第${at + 1}人`,
  note: '第一党支部',
}));

/** The person dialog with one, two and three ways, for one and for many; the field; labels in every colour. */
export default function ChoosingGallery() {
  const [open, setOpen] = useState<'one' | 'many' | 'groups' | 'all' | 'workers' | null>(null);
  const [chosen, setChosen] = useState<readonly Choice[]>([]);
  const [people, setPeople] = useState<readonly Choice[]>([]);
  const [told, setTold] = useState(0);
  const opener = (what: NonNullable<typeof open>, title: string) => (
    <Button onClick={() => setOpen(what)}>{title}</Button>
  );
  return (
    <Cases>
      <Case title="选择人员">
        <div className="gallery-line">
          {opener('one', '选一人')}
          {opener('many', '选多人')}
          {opener('groups', '多人，带分组')}
          {opener('all', '多人，两种分组')}
          {opener('workers', '只选党务工作者，最多两人')}
        </div>
        <p className="gallery-value">
          {chosen.length === 0 ? '没有选择' : chosen.map(({ name }) => name).join('、')}
          <span className="muted small">（确定{told}次）</span>
        </p>
      </Case>
      <Case title="人员字段" wide>
        <PeopleField label="参会人员" multiple groupType={4} value={people} onChange={setPeople} hint="最多1000人" />
      </Case>
      <Case title="人员字段：很多人" wide>
        <PeopleField label="宣讲对象" multiple value={MANY} onChange={() => {}} />
      </Case>
      <Case title="人员字段：有错">
        <PeopleField label="主持人" multiple={false} value={[]} onChange={() => {}} fault="请选择主持人" required />
      </Case>
      <Case title="标签">
        <Labels
          labels={(['grey', 'red', 'gold', 'blue', 'green', 'orange'] as const).map((colour, at) => ({
            id: colour,
            colour,
            name: ['其他', '主题教育', '先进典型', '发展党员', '组织生活', '待整改'][at] ?? '',
          }))}
        />
      </Case>
      {open && (
        <PersonDialog
          multiple={open !== 'one'}
          chosen={chosen}
          groupType={open === 'groups' || open === 'all' ? 1 : undefined}
          grouping={open === 'all'}
          workersOnly={open === 'workers'}
          max={open === 'workers' ? 2 : undefined}
          onConfirm={(list) => {
            setChosen(list);
            setTold(told + 1);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </Cases>
  );
}
