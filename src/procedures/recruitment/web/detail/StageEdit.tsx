import { useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { Icon } from '#platform/web/show/icons.tsx';
import { Gone } from '#platform/web/show/states.tsx';
import { Button } from '#platform/web/ui/Button.tsx';
import type { ListName } from '../paths.ts';
import { Amend } from './Amend.tsx';
import { STEPS_OF } from './stages.ts';

/** `applicant/edit/:ids` and the three beside it: one file after another, their ids by commas. */
export default function StageEdit() {
  const { ids = '' } = useParams();
  const { pathname } = useLocation();
  const name = (pathname.split('/')[3] ?? 'applicant') as ListName;
  const [at, setAt] = useState(0);
  const all = [...new Set(ids.split(',').filter((id) => /^\d{1,18}$/.test(id)))];
  const id = all[Math.min(at, all.length - 1)];
  if (!id) return <Gone sentence="没有找到，或不在管理范围内" />;
  return (
    <Amend key={id} id={id} steps={STEPS_OF[name]}>
      {all.length > 1 && (
        <nav className="record-trail" aria-label="所选的人">
          <Button look="word" icon="back" iconSize={13} disabled={at <= 0} onClick={() => setAt(at - 1)}>
            上一人
          </Button>
          <span className="muted">
            第{at + 1}人，共{all.length}人
          </span>
          <Button look="word" disabled={at >= all.length - 1} onClick={() => setAt(at + 1)}>
            下一人
            <Icon name="forward" size={13} />
          </Button>
        </nav>
      )}
    </Amend>
  );
}
