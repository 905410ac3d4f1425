import { askRemoval, keepCard } from './ask-removal'
import { shapeCardInput } from './card-typing'
import { around, byId } from './dom'
import { prepareErrorPage } from './error-buttons'
import { afterFirstPaint } from './first-paint'
import { isObject, isPageState, readJson, type JsonObject } from './own-json'
import { tellOwnFaults } from './own-faults'
import { openParentLine } from './parent-line'
import { measure, watchSize } from './page-size'
import { forgetProblem } from './say-problems'
import { createFormController, type FormController } from './form-controller'

/**
 * The script of the hosted form, and the frame's side of contract 8. It only knows what Internet Explorer 11 knows, and
 * never puts a card number or a code into a message.
 */
let controller: FormController | null = null
let sayNewSize: (() => void) | null = null

tellOwnFaults()
const line = openParentLine(heard)
prepareErrorPage(line)

function heard(message: string, body: JsonObject): void {
  const name = message.replace(/^epframe\./, '')
  switch (name) {
    case 'resize':
      sayNewSize?.()
      break
    case 'close':
      controller?.leaving.closedByPage()
      break
    case 'external_widget_form_submission':
      controller?.submit('embedding page')
      break
    case 'embedded_mode.try_submit':
      controller?.submit('shop button')
      break
    case 'embedded_mode.check_validation':
      controller?.check()
      break
    case 'embedded_mode.submit':
      controller?.submitWith(isObject(body['fields']) ? body['fields'] : {})
      break
    case 'embedded_mode.check_submit.result':
      controller?.takeConsent(body)
      break
    case 'embedded_mode.buttons_disable':
      controller?.setLocked(true)
      break
    case 'embedded_mode.buttons_enable':
      controller?.setLocked(false)
      break
  }
}

function listen(form: FormController): void {
  let deleting = false
  document.addEventListener('submit', (event) => {
    event.preventDefault()
    form.submit('form')
  })
  document.addEventListener('keydown', (event) => {
    deleting = event.key === 'Backspace' || event.key === 'Delete' || event.key === 'Del'
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    line.post('enter_key_pressed')
  })
  document.addEventListener('input', (event) => {
    const { target } = event
    if (target instanceof HTMLInputElement) shapeCardInput(document, target, deleting)
    if (target instanceof HTMLElement) forgetProblem(target)
    deleting = false
  })
  document.addEventListener('change', (event) => {
    const { target } = event
    if (target instanceof HTMLInputElement && target.name === 'saved_card') form.chooseCard()
    else if (target instanceof HTMLInputElement) shapeCardInput(document, target, false)
    if (target instanceof HTMLElement) forgetProblem(target)
  })
  document.addEventListener('click', (event) => {
    const button = around(event.target, 'data-action')
    const action = button instanceof HTMLButtonElement ? button.getAttribute('data-action') : null
    if (action === 'give-up') form.giveUp()
    else if (action === 'resend') form.resend()
    else if (action === 'close') form.leaving.close()
    else if (action === 'ask-removal' && button !== null) askRemoval(button)
    else if (action === 'keep-card') keepCard(event.target)
    else if (action === 'remove-card') form.removeCard(Number(button?.getAttribute('data-card')))
    leaveBy(event, form)
  })
}

/** A return button: its link does the rest wherever no message has to be sent (contract 7.6). */
function leaveBy(event: Event, form: FormController): void {
  const link = around(event.target, 'data-leave')
  if (!(link instanceof HTMLAnchorElement)) return
  const how = link.getAttribute('data-leave')
  if (how === 'blank_page') return
  if (!line.framed || how === 'iframe') return
  event.preventDefault()
  if (how === 'parent_page') form.leaving.to(link.href, 'parent_page')
  else form.leaving.close()
}

/** Tells the size of the page, now and whenever it changes. An error page does too: it has to be seen whole (contract 12.31). */
function tellSize(): void {
  line.post('loaded', measure())
  line.post('resize', measure())
  const look = watchSize((size) => line.post('resize', size))
  sayNewSize = () => {
    look()
    line.post('resize', measure())
  }
}

/** What only later views need comes after the first paint. The policy of the page lets in styles with its nonce only. */
function loadStyleSheet(path: string): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  link.nonce = document.querySelector('style')?.nonce ?? ''
  document.head.appendChild(link)
}

function begin(): void {
  tellSize()
  const isRefused = byId('error-description') !== null
  const state = isRefused ? undefined : readJson(byId('form-state')?.textContent ?? '')
  if (!isPageState(state)) {
    line.post('fail_loading', { message: 'Application error' })
    return
  }
  controller = createFormController(state, line)
  listen(controller)
  controller.start()
  const { styleSheet } = state
  if (styleSheet !== null) afterFirstPaint(() => loadStyleSheet(styleSheet), 400)
}

// An embedding page shows the frame only after `loaded`. It may have given the frame no size yet; then a measurement is wrong.
if (!line.framed || measure().width > 0) begin()
else afterFirstPaint(begin, 100)
