import type { PaletteItem } from './palette-item'

/**
 * Where the chosen line stands now. It is kept by its id: results that come meanwhile must not put another line under Enter.
 * A line that is gone leaves the first one; -1 without lines.
 */
export function activeIndex(items: readonly Pick<PaletteItem, 'id'>[], chosenId: string | null): number {
  const at = items.findIndex(({ id }) => id === chosenId)
  return at < 0 ? Math.min(0, items.length - 1) : at
}
