/** Says in whole sentences why a workspace file was refused, and where. Nothing was changed. */
export class WorkspaceFileError extends Error {}

/** Creates the error for one line, counted from 1. */
export const errorInLine = (line: number, what: string): WorkspaceFileError =>
  new WorkspaceFileError(`Line ${String(line)} of the session file ${what}.`)
