import { useState } from 'react';
import type { Choice } from '#platform/web/choose/choice.ts';
import { Case, Cases } from '#platform/web/gallery/Case.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import { OrgDialog, OrgTree } from './pickers.tsx';

/** The tree of organisations, with members counted and with only branches to choose, and the dialog. */
export default function OrgGallery() {
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const [open, setOpen] = useState<'one' | 'many' | null>(null);
  const [orgs, setOrgs] = useState<readonly Choice[]>([]);
  return (
    <Cases>
      <Case title="选择组织">
        <div className="gallery-line">
          <Button onClick={() => setOpen('one')}>选一个</Button>
          <Button onClick={() => setOpen('many')}>选多个</Button>
        </div>
        <p className="gallery-value">{orgs.map(({ name }) => name).join('、') || '没有选择'}</p>
        {open && (
          <OrgDialog multiple={open === 'many'} chosen={orgs} onConfirm={setOrgs} onClose={() => setOpen(null)} />
        )}
      </Case>
      <Case title="组织树：显示人数">
        <OrgTree count="members" selectedId={chosen?.id ?? null} onSelect={setChosen} />
        <p className="field-hint">{chosen ? `已选：${chosen.name}` : '还没有选择'}</p>
      </Case>
      <Case title="组织树：只能选支部">
        <OrgTree count="branches" selectedId={null} onSelect={setChosen} />
      </Case>
    </Cases>
  );
}
