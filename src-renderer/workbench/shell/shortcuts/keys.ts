export interface KeyLine {
  readonly keys: readonly string[]
  readonly what: string
}

export interface KeyGroup {
  readonly title: string
  readonly lines: readonly KeyLine[]
}

/** Every key of the workbench, for the overview that `?` opens. */
export const KEY_GROUPS: readonly KeyGroup[] = [
  {
    title: 'Everywhere',
    lines: [
      { keys: ['Ctrl', 'K'], what: 'Search everything, run a command' },
      { keys: ['Ctrl', 'Enter'], what: 'In the search: the whole list with this filter' },
      { keys: ['/'], what: 'Filter the list' },
      { keys: ['N'], what: 'New payment' },
      { keys: ['Ctrl', '1'], what: 'Pages in the order of the rail (browsers keep this key for their tabs)' },
      { keys: ['Alt', '←'], what: 'Back to the previous page; with → forward' },
      { keys: ['Esc'], what: 'Close, or back to the list' },
      { keys: ['?'], what: 'This list of keys' },
    ],
  },
  {
    title: 'In a list',
    lines: [
      { keys: ['J'], what: 'Next row, as arrow down' },
      { keys: ['K'], what: 'Previous row, as arrow up' },
      { keys: ['Home'], what: 'First row; End for the last' },
      { keys: ['Enter'], what: 'Open the row' },
      { keys: ['M'], what: 'Note and labels' },
      { keys: ['Ctrl', 'C'], what: 'Copy as curl' },
      { keys: ['Shift', 'F10'], what: 'Menu of the row' },
      { keys: ['Space'], what: 'Select several rows; Shift with an arrow, Ctrl+A for all that match' },
    ],
  },
  {
    title: 'On a callback',
    lines: [
      { keys: ['E'], what: 'Edit and replay' },
      { keys: ['R'], what: 'Send it again unchanged' },
      { keys: ['S'], what: 'Send the next attempt now' },
      { keys: ['H'], what: 'Hold it; L releases it' },
      { keys: ['X'], what: 'Cancel it; L undoes that' },
      { keys: ['T'], what: 'Change its target' },
      { keys: ['Shift', 'R'], what: 'Resend it: a new schedule' },
      { keys: ['Ctrl', 'Enter'], what: 'Send the message' },
      { keys: ['Esc'], what: 'Leave the editor; press again for the list' },
    ],
  },
  {
    title: 'On a response rule',
    lines: [
      { keys: ['Alt', '↑'], what: 'Move it up, or down with an arrow down' },
      { keys: ['Delete'], what: 'Remove it' },
      { keys: ['Ctrl', 'Enter'], what: 'Save it' },
    ],
  },
  {
    title: 'On a fault rule',
    lines: [
      { keys: ['Space'], what: 'Turn it on or off' },
      { keys: ['Alt', '↑'], what: 'Move it up, or down with an arrow down' },
      { keys: ['Enter'], what: 'Edit it' },
      { keys: ['Delete'], what: 'Remove it' },
    ],
  },
  {
    title: 'On a request in Traffic',
    lines: [
      { keys: ['R'], what: 'Send it again' },
      { keys: ['E'], what: 'Edit and send' },
    ],
  },
  {
    title: 'On a scenario',
    lines: [
      { keys: ['R'], what: 'Run it' },
      { keys: ['H'], what: 'Run it here, once you have read what it moves' },
      { keys: ['S'], what: 'Run its next step here' },
      { keys: ['X'], what: 'Stop the run' },
      { keys: ['E'], what: 'Edit it' },
      { keys: ['Ctrl', 'Enter'], what: 'Save it' },
    ],
  },
  {
    title: 'In a filter',
    lines: [
      { keys: ['Enter'], what: 'Turn the text into a token' },
      { keys: ['↓'], what: 'Pick a suggestion, or go to the rows' },
      { keys: ['Backspace'], what: 'Remove the last token' },
    ],
  },
  {
    title: 'In the preview',
    lines: [
      { keys: ['Ctrl', 'Enter'], what: 'Open the form, or open it again' },
      { keys: ['↓'], what: 'Next event; Enter shows its data' },
    ],
  },
  {
    title: 'In a dialog',
    lines: [{ keys: ['Ctrl', 'Enter'], what: 'Confirm' }],
  },
]
