import { type ComponentType, createContext } from 'react';

/** The help shown in the heads of pages. The frame provides it, since the platform knows no module. */
export const PageHelp = createContext<ComponentType<{ path: string }> | null>(null);
