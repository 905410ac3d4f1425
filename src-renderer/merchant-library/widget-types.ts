/** The merchant's settings: every opening parameter plus handler functions (contract 8.2). The library reads the named ones. */
export interface WidgetConfig {
  [key: string]: unknown
  baseUrl?: unknown
  redirect?: unknown
  redirect_on_mobile?: unknown
  frame_mode?: unknown
  target_element?: unknown
  css_modal_wrap?: unknown
  close_on_missclick?: unknown
  apple_allow_payment?: unknown
  mode?: unknown
  payment_id?: unknown
  payment_amount?: unknown
  payment_currency?: unknown
  _referrer?: unknown
  /** Colours of the form: light, dark or auto; the library takes them from its script where the page gives none. */
  _theme?: unknown
}

/** A window message; further keys stand beside `data` in a few of them (contract 8.6, 8.7). */
export interface WidgetMessage {
  [key: string]: unknown
  message?: unknown
  guid?: unknown
  data?: unknown
}

export type FrameMode = 'tab' | 'embedded' | 'iframe' | 'popup'

/** One opened, or still to be opened, form (contract 8.1). */
export interface Widget {
  readonly guid: string
  /** The caller's own object: the library writes `_referrer` and `frame_mode` into it (contract 8.2). */
  config: WidgetConfig
  method: 'get' | 'post'
  iframe: HTMLIFrameElement | null
  frameMode: FrameMode
  widgetLoaded: boolean
  run(): void
  trySubmit(): void
  externalSubmit(): void
  closePopup(): void
  /** Posts to the frame. Everything that leaves for the frame goes through this member, so that a page may watch it. */
  sendPostMessage(message: WidgetMessage): void
  setEncryptedURL(pathAndQuery: string): Widget
  /** Acts on a message that was meant for this widget, then calls the handler of its name. */
  handlePostMessage(message: WidgetMessage): void
  onExit(): void
  modalResize(width: unknown, height: unknown): void
  addCssClass(name: unknown): void
  removeCssClass(name: unknown): void
  /** Without a name, the class that the config gives as `css_modal_wrap`. */
  addMerchantCss(name?: unknown): void
  /** Path and query of an opening by GET. */
  buildUrl(): string
  /** The same with the origin of the platform. */
  buildFullUrl(): string
  getBaseUrl(): string | null
  /** Minor units as a decimal, of the config's `payment_amount` where none are given. */
  formatAmount(amount?: unknown): string
  changeCrossColor(color: unknown): void
}

/** The global `EPayWidget` (contract 8.1). */
export interface EPayWidgetGlobal {
  /** Widgets by their guid, from creation until they are closed. */
  activeWidgets: Record<string, Widget>
  /** What `getBaseUrl` found; null until then. */
  baseUrl: string | null
  bind(buttonId: string, config: WidgetConfig, method?: string): Widget
  create(config: WidgetConfig, method?: string): Widget
  run(config: WidgetConfig, method?: string): Widget
  runEmbedded(config: WidgetConfig, method?: string): Widget
  guid(blocks: number): string
  isMobile(): boolean
  getBaseUrl(): string | null
  appendHtml(parent: Element | null | undefined, html: unknown): void
  showModal(): void
  cfgExtend(target: unknown, ...sources: readonly unknown[]): WidgetConfig
  addGetParam(address: string, name: string, value: unknown): string
  buildUrl(config: WidgetConfig): string
  buildFullUrl(config: WidgetConfig): string
  formatAmount(amount: unknown): string
  registerPostListener(widget: Widget): void
  registerWidget(widget: Widget): void
  /** Takes the widget or its guid. */
  unregisterWidget(widget: Widget | string | null | undefined): void
  broadcastToOtherWidgets(message: string, senderGuid: string, data: unknown): void
}
