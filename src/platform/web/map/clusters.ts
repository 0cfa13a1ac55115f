/** A marker in pixels of the map at the zoom that is shown. */
export interface Placed {
  x: number;
  y: number;
}

export interface Cluster<T> {
  /** The middle of its markers, pixels. */
  x: number;
  y: number;
  items: T[];
}

/**
 * Joins markers that are closer than a finger: first by cells of a grid, then cells whose centres nearly touch. Linear in the number
 * of markers, so that thousands can be joined while the map moves.
 * @param cell side of a cell in pixels
 */
export function clustersOf<T extends Placed>(items: readonly T[], cell: number): Cluster<T>[] {
  const cells = new Map<string, Cluster<T>>();
  for (const item of items) {
    const key = `${Math.floor(item.x / cell)} ${Math.floor(item.y / cell)}`;
    const cluster = cells.get(key);
    if (cluster) add(cluster, item);
    else cells.set(key, { x: item.x, y: item.y, items: [item] });
  }
  const gathered: Cluster<T>[] = [];
  for (const [key, cluster] of cells) {
    const [column = 0, row = 0] = key.split(' ').map(Number);
    const near = neighbour(cells, column, row, cluster, cell * 0.7);
    if (near) for (const item of cluster.items) add(near, item);
    else gathered.push(cluster);
    if (near) cells.delete(key);
  }
  return gathered;
}

function add<T extends Placed>(cluster: Cluster<T>, item: T): void {
  const n = cluster.items.length;
  cluster.x = (cluster.x * n + item.x) / (n + 1);
  cluster.y = (cluster.y * n + item.y) / (n + 1);
  cluster.items.push(item);
}

/** A cell beside this one that holds at least as many and whose middle is nearer than `reach`. */
function neighbour<T extends Placed>(
  cells: ReadonlyMap<string, Cluster<T>>,
  column: number,
  row: number,
  own: Cluster<T>,
  reach: number,
): Cluster<T> | null {
  for (let dx = -1; dx <= 1; dx++) {
    for (let dy = -1; dy <= 1; dy++) {
      const other = cells.get(`${column + dx} ${row + dy}`);
      if (!other || other === own || other.items.length < own.items.length) continue;
      if (Math.hypot(other.x - own.x, other.y - own.y) < reach) return other;
    }
  }
  return null;
}

/**
 * Offset in pixels of a marker among markers at the very same place, at the highest zoom: a spiral around it.
 * @param at number of the marker, from 0
 */
export function spiralOffset(at: number): Placed {
  if (at === 0) return { x: 0, y: 0 };
  const angle = at * 2.4;
  const radius = 26 * Math.sqrt(at);
  return { x: Math.round(radius * Math.cos(angle)), y: Math.round(radius * Math.sin(angle)) };
}
