/**
 * Reports to the test that forked this process what the program did.
 * @param {string} kind
 * @param {unknown} [detail] plain data
 */
export const record = (kind, detail = null) => {
  if (process.connected) process.send?.({ kind, detail })
}

// A test that was ended from outside leaves no program and no Chromium behind.
process.once('disconnect', () => process.exit(1))

/** @type {Promise<void> | undefined} */
let gate

/**
 * Waits, once, until the test has attached to the page.
 * @param {unknown} address of Chromium's debugger
 * @returns {Promise<void>}
 */
export const waitForTest = (address) =>
  (gate ??=
    process.env['PAYBENCH_DOUBLE_GATE'] === '1' && process.connected
      ? new Promise((resolve) => {
          process.on('message', (message) => {
            if (message === 'go') resolve()
          })
          record('page-ready', address)
        })
      : Promise.resolve())
