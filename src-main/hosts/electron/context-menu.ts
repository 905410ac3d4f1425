import { Menu, type ContextMenuParams, type MenuItemConstructorOptions, type WebContents } from 'electron'

/** What was clicked, as far as the menu depends on it. */
type Clicked = Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'editFlags'>

/** Builds the menu of a right click: for fields and editors, and for selected text. Empty where nothing can be done. */
function contextMenuTemplate({
  isEditable,
  selectionText,
  editFlags,
}: Clicked): MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll' },
    ]
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }, { type: 'separator' }, { role: 'selectAll' }]
}

/** Gives a page its context menu: Electron has none, unlike browsers. */
export function addContextMenu(contents: WebContents): void {
  contents.on('context-menu', (_event, clicked) => {
    const template = contextMenuTemplate(clicked)
    if (template.length > 0) Menu.buildFromTemplate(template).popup()
  })
}
