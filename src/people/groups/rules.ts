import type { ClassItem } from './contract.classes.ts';
import type { Label } from './contract.labels.ts';

/** A class in its place: its level from 1, and which of how many siblings it is, from 1. */
export type ClassLine = ClassItem & { level: number; at: number; of: number };

/** The tree of classes as it is read: each followed by those below it. */
export function sortAsTree(classes: readonly ClassItem[]): ClassLine[] {
  const below = Map.groupBy(classes, ({ parentId }) => parentId);
  const walk = (parentId: string | null, level: number): ClassLine[] => {
    const siblings = below.get(parentId) ?? [];
    return siblings.flatMap((item, at) => [
      { ...item, level, at: at + 1, of: siblings.length },
      ...walk(item.id, level + 1),
    ]);
  };
  return walk(null, 1);
}

/** Labels one of whose keywords, or whose name, stands in a text and which are not chosen yet; at most five. */
export function proposeLabels(labels: readonly Label[], text: string, chosen: readonly string[]): Label[] {
  const words = text.toLowerCase();
  return labels
    .filter(
      ({ id, name, keywords }) =>
        !chosen.includes(id) && [name.toLowerCase(), ...keywords].some((word) => words.includes(word)),
    )
    .slice(0, 5);
}
