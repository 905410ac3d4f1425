/** Says in whole sentences why a session file was refused, and where. Nothing was changed. */
export class SessionFileError extends Error {}

/** Creates the error for one line, counted from 1. */
export const errorInLine = (line: number, what: string): SessionFileError =>
  new SessionFileError(`Line ${String(line)} of the session file ${what}.`)
