/** Why a session file is not taken, in whole sentences that name the place. Nothing was changed. */
export class WorkspaceFileError extends Error {}

/** A fault of one line, counted from 1. */
export const faultInLine = (line: number, what: string): WorkspaceFileError =>
  new WorkspaceFileError(`Line ${String(line)} of the session file ${what}.`)
