import { camelCase } from '#domain/form/handler-name'
import { addParameter, formatAmount, openingAddress, openingPath, originOfLibrary } from './form-address'
import { ensureModal, showModal } from './modal'
import { createWidget } from './widget'
import type { EPayWidgetGlobal, WidgetConfig, WidgetMessage } from './widget-types'

const isPlain = (value: unknown): value is WidgetConfig =>
  Object.prototype.toString.call(value) === '[object Object]' &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null)

/**
 * Deeply merges the sources into the target; later sources overwrite earlier ones (contract 12.29).
 * Sources that are not objects are skipped; without a target, a new object is created.
 */
function extendConfig(target: unknown, ...sources: readonly unknown[]): WidgetConfig {
  const into: WidgetConfig = typeof target === 'object' && target !== null ? (target as WidgetConfig) : {}
  sources.forEach((source) => {
    if (typeof source !== 'object' || source === null) return
    const given = source as WidgetConfig
    Object.keys(given).forEach((name) => {
      // This key would change the prototype of the target.
      if (name === '__proto__') return
      const value = given[name]
      const own = Object.prototype.hasOwnProperty.call(into, name) ? into[name] : undefined
      if (isPlain(value)) into[name] = extendConfig(isPlain(own) ? own : {}, value)
      else into[name] = Array.isArray(value) ? value.slice() : value
    })
  })
  return into
}

const mobile = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini/i

/** The browser library of the form, `EPayWidget` on a merchant's page (contract 8). */
const library: EPayWidgetGlobal = {
  activeWidgets: {},
  baseUrl: null,

  bind: (buttonId, config, method) => {
    const button = document.getElementById(buttonId) ?? document.createElement('button')
    const widget = library.create(config, method)
    button.addEventListener('click', () => {
      widget.run()
    })
    return widget
  },
  create: (config, method) => {
    const widget = createWidget(config, method, library)
    ensureModal()
    library.registerWidget(widget)
    library.registerPostListener(widget)
    return widget
  },
  run: (config, method) => {
    const widget = library.create(config, method)
    widget.run()
    return widget
  },
  runEmbedded: (config, method) => {
    const copy: WidgetConfig = library.cfgExtend({}, config)
    copy.frame_mode = 'embedded'
    return library.run(copy, method)
  },

  guid: (blocks) => {
    const parts: string[] = []
    for (let n = 0; n < blocks; n++) {
      parts.push(('000' + Math.floor(Math.random() * 0x10000).toString(16)).slice(-4))
    }
    return parts.join('-')
  },
  isMobile: () => mobile.test(window.navigator.userAgent),
  getBaseUrl: () => {
    library.baseUrl ??= originOfLibrary()
    return library.baseUrl
  },

  appendHtml: (parent, html) => {
    if (!parent || typeof html !== 'string') return
    const holder = document.createElement('div')
    holder.innerHTML = html
    while (holder.firstChild !== null) parent.appendChild(holder.firstChild)
  },
  showModal: () => {
    showModal()
  },
  cfgExtend: extendConfig,
  addGetParam: addParameter,
  buildUrl: (config) => openingPath(config),
  buildFullUrl: (config) => openingAddress(config, library),
  formatAmount,

  registerPostListener: (widget) => {
    // The origin is not checked and nothing is thrown: pages rely on both, and also post to their own window
    // (contract 8.6).
    window.addEventListener('message', (event: MessageEvent<string>) => {
      try {
        const message = JSON.parse(event.data) as WidgetMessage
        if (message.guid === widget.guid || message['from_another_domain']) widget.handlePostMessage(message)
      } catch {
        // The message is not for the library, or a merchant's handler failed.
      }
    })
  },
  registerWidget: (widget) => {
    library.activeWidgets[widget.guid] = widget
  },
  unregisterWidget: (widget) => {
    const closedGuid = typeof widget === 'string' ? widget : widget?.guid
    const others: EPayWidgetGlobal['activeWidgets'] = {}
    Object.keys(library.activeWidgets).forEach((guid) => {
      const other = library.activeWidgets[guid]
      if (other !== undefined && guid !== closedGuid) others[guid] = other
    })
    library.activeWidgets = others
  },
  broadcastToOtherWidgets: (message, senderGuid, data) => {
    Object.keys(library.activeWidgets).forEach((guid) => {
      if (guid !== senderGuid) library.activeWidgets[guid]?.sendPostMessage({ message, data })
    })
  },
}

window.addEventListener('resize', () => {
  Object.keys(library.activeWidgets).forEach((guid) => {
    library.activeWidgets[guid]?.sendPostMessage({ message: 'resize' })
  })
})

const offer = (place: object, name: string, value: unknown): void => {
  Object.defineProperty(place, name, { value, writable: true, configurable: true, enumerable: false })
}

offer(String.prototype, 'toCamelCase', function (this: string) {
  return camelCase(this)
})
offer(window, 'EPayWidget', library)
