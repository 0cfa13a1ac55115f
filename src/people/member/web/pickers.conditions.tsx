import type { ComponentProps } from 'react';
import { GroupBox } from './query/GroupBox.tsx';
import { EMPTY } from './query/tree.ts';
import './query/query.css';

/** Conditions over people, put together by hand, for whatever counts or chooses people by them. */
export const ConditionsBox = (props: ComponentProps<typeof GroupBox>) => <GroupBox {...props} />;

/** A condition that still has to be filled in. */
export const EMPTY_CONDITION = EMPTY;
