import { lastUndoable, runToast } from '../../state/toasts'
import type { PaletteItem } from './palette-item'

/** What was done last, where it can be taken back: also after its toast has gone. */
export function undoItems(): readonly PaletteItem[] {
  const last = lastUndoable()
  if (last === undefined) return []
  return [
    {
      id: 'undo',
      group: 'Commands',
      icon: 'undo',
      label: 'Undo the last',
      note: last.text,
      run: () => runToast(last),
    },
  ]
}
