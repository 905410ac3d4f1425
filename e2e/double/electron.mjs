// The module that `import ... from 'electron'` gets in the main process.
export { app } from './app.mjs'
export { BrowserWindow } from './browser-window.mjs'
export { ipcMain } from './ipc-main.mjs'
export { protocol } from './schemes.mjs'
export {
  clipboard,
  crashReporter,
  dialog,
  Menu,
  nativeTheme,
  screen,
  session,
  shell,
} from './desktop-parts.mjs'
