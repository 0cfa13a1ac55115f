import { type ComponentType, createContext } from 'react';

/** What a way to narrow people by conditions gets. */
export interface ConditionsProps {
  /** The conditions that are used; null: none. */
  queryId: string | null;
  /** Where people are counted while conditions are set. */
  orgId: string | undefined;
  onUse: (queryId: string | null) => void;
}

/** 按条件 in every dialog that chooses people; the frame fills it in, since the platform knows no module. */
export const Conditions = createContext<ComponentType<ConditionsProps> | null>(null);
