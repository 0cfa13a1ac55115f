import type { ReactNode } from 'react';
import { Empty } from '../show/states.tsx';
import { Button } from '../ui/Button.tsx';
import type { ListState } from './useListState.ts';

interface NoRowsProps {
  /** What is said where nothing narrows the list. */
  empty: { title: string; text: string; act?: ReactNode };
  state: ListState;
  /** There are rows, but on pages before this one. */
  beyond: boolean;
}

/** A list's page without rows: why, and the way to those that are there. */
export function NoRows({ empty, state, beyond }: NoRowsProps) {
  if (beyond) {
    return (
      <Empty
        title="这一页没有内容"
        act={<Button onClick={() => state.change({ pageNum: undefined })}>回到第一页</Button>}
      />
    );
  }
  if (state.filtered > 0 || state.values.view) {
    return (
      <Empty title="没有符合条件的记录" act={<Button onClick={state.reset}>清除条件</Button>}>
        换一个关键字，或放宽筛选条件再试。
      </Empty>
    );
  }
  return (
    <Empty title={empty.title} act={empty.act}>
      {empty.text}
    </Empty>
  );
}
