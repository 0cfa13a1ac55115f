import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { data, endpoint } from '#platform/contract.ts';
import { keyOf } from '../call/hooks.ts';
import { Case, Cases } from '../gallery/Case.tsx';
import { Button } from '../ui/Button.tsx';
import { Tree, type TreeNode } from './Tree.tsx';
import '../form/form.css';

/** Never asked: every answer lies in the cache beforehand. */
const made = endpoint({
  method: 'GET',
  path: '/api/__gallery/tree',
  summary: '试验树',
  access: 'session',
  scope: 'none',
  silent: true,
  input: z.object({ parentId: z.string().optional(), keyWords: z.string().optional(), limit: z.string().optional() }),
  reply: data(z.array(z.unknown())),
});
const BRANCHES = 50;
const EACH = 1000;
const read = (reply: unknown) => reply as readonly TreeNode[];

const top: TreeNode = { id: 'top', name: '试验市委员会', parentId: null, isLeaf: false, count: BRANCHES * EACH };
const committees = Array.from(
  { length: BRANCHES },
  (_, at): TreeNode => ({
    id: `c${at}`,
    name: `第${at + 1}基层党委`,
    parentId: 'top',
    isLeaf: false,
    count: EACH,
  }),
);
const OPEN = ['top', ...committees.map(({ id }) => id)];
const below = (parentId: string): TreeNode[] =>
  Array.from({ length: EACH }, (_, at) => ({
    id: `${parentId}-${at}`,
    name: `第${at + 1}党支部`,
    parentId,
    isLeaf: true,
    count: 3 + (at % 47),
  }));

/** A tree of 50,000 nodes, all of them opened. */
export default function TreeGallery() {
  const client = useQueryClient();
  const [shown, setShown] = useState(false);
  const [chosen, setChosen] = useState<TreeNode | null>(null);
  const show = () => {
    client.setQueryDefaults(keyOf(made), { staleTime: Number.POSITIVE_INFINITY });
    client.setQueryData(keyOf(made, {}), [top]);
    client.setQueryData(keyOf(made, { parentId: 'top' }), committees);
    for (const { id } of committees) client.setQueryData(keyOf(made, { parentId: id }), below(id));
  };
  return (
    <Cases>
      <Case title="五万个节点，全部展开">
        <div className="gallery-line">
          <Button onClick={show}>备好数据</Button>
          <Button onClick={() => setShown(!shown)}>{shown ? '收起' : '打开'}</Button>
        </div>
        {shown && (
          <div className="org-popup">
            <Tree
              label="五万个组织"
              endpoint={made}
              read={read}
              placeholder="名称"
              selectedId={chosen?.id ?? null}
              onSelect={setChosen}
              openIds={OPEN}
            />
          </div>
        )}
        <p className="field-hint">{chosen ? `已选：${chosen.name}` : '还没有选择'}</p>
      </Case>
    </Cases>
  );
}
