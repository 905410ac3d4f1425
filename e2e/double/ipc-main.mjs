import { EventEmitter } from 'node:events'

/** The program uses only messages in both directions, no `invoke`. */
export const ipcMain = new EventEmitter()
