import type { Command } from './command'
import { examCommand } from './exam/exam-command'
import { runCommand } from './run/run-command'
import { startCommand } from './start-command'

/** Every command, in the order of the help. A new one is a row here. */
export const COMMANDS: readonly Command[] = [startCommand, runCommand, examCommand]
