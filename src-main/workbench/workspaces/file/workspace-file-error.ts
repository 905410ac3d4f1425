/** Why a session file is not taken, in whole sentences that name the place. Nothing was changed. */
export class WorkspaceFileError extends Error {}

/** What is wrong with one line, counted from 1. */
export const errorInLine = (line: number, what: string): WorkspaceFileError =>
  new WorkspaceFileError(`Line ${String(line)} of the session file ${what}.`)
