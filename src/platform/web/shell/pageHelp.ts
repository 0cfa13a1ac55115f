import { type ComponentType, createContext } from 'react';

/** What the heads of pages show for help; the frame fills it in, since the platform knows no module. */
export const PageHelp = createContext<ComponentType<{ path: string }> | null>(null);
