/**
 * The merchant's settings: every opening parameter plus handler functions (contract 8.2). Of the parameters, the
 * library reads only those named here.
 */
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
  /** light, dark or auto; if unset, the library's script element decides. */
  _theme?: unknown
}

/** A window message; a few have more keys besides `data` (contract 8.6, 8.7). */
export interface WidgetMessage {
  [key: string]: unknown
  message?: unknown
  guid?: unknown
  data?: unknown
}

export type FrameMode = 'tab' | 'embedded' | 'iframe' | 'popup'

/** A form, opened or not yet opened (contract 8.1). */
export interface Widget {
  readonly guid: string
  /** The caller's own object: the library writes `_referrer`, `frame_mode` and `_theme` into it (contract 8.2). */
  config: WidgetConfig
  method: 'get' | 'post'
  iframe: HTMLIFrameElement | null
  frameMode: FrameMode
  widgetLoaded: boolean
  run(): void
  trySubmit(): void
  externalSubmit(): void
  closePopup(): void
  /** All messages to the frame go through this member, so that a page can watch them. */
  sendPostMessage(message: WidgetMessage): void
  setEncryptedURL(pathAndQuery: string): Widget
  /** Acts on a message for this widget, then calls the message's handler. */
  handlePostMessage(message: WidgetMessage): void
  onExit(): void
  modalResize(width: unknown, height: unknown): void
  addCssClass(name: unknown): void
  removeCssClass(name: unknown): void
  /** Without a name, adds the class given as the config's `css_modal_wrap`. */
  addMerchantCss(name?: unknown): void
  /** Path and query of the address that opens the form by GET. */
  buildUrl(): string
  buildFullUrl(): string
  getBaseUrl(): string | null
  /** Formats minor units as a decimal; without an amount, the config's `payment_amount`. */
  formatAmount(amount?: unknown): string
  changeCrossColor(color: unknown): void
}

/** The global `EPayWidget` (contract 8.1). */
export interface EPayWidgetGlobal {
  activeWidgets: Record<string, Widget>
  /** The result of `getBaseUrl`; null until it is called. */
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
  unregisterWidget(widget: Widget | string | null | undefined): void
  broadcastToOtherWidgets(message: string, senderGuid: string, data: unknown): void
}
