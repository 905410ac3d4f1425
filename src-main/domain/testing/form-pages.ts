import type { SavedCard } from '#domain/form/settings'
import type { FormFrame, FormPage, FormView, ResultView } from '#domain/form/view'

/** The time of the tests: 9 April 2031, 16:44 UTC. */
export const FORM_NOW = Date.UTC(2031, 3, 9, 16, 44)

export function aFrame(overrides: Partial<FormFrame> = {}): FormFrame {
  return {
    base: '/payment/s1',
    language: 'en',
    mode: 'purchase',
    frameMode: 'popup',
    theme: 'light',
    olderEmbedded: false,
    shopName: 'Quillmere Ceramics',
    sum: { amount: 4650, currency: 'EUR' },
    description: 'Order 2031, two items',
    accent: '#17606b',
    lines: [],
    back: null,
    ways: 'card',
    now: FORM_NOW,
    rate: 1,
    ...overrides,
  }
}

export function aPage(view: FormView, overrides: Partial<FormPage> & { frame?: FormFrame } = {}): FormPage {
  return { frame: aFrame(), problems: [], ...overrides, view }
}

export function aSavedCard(overrides: Partial<SavedCard> = {}): SavedCard {
  return {
    id: 70311,
    number: '400000******0077',
    brand: 'visa',
    month: 7,
    year: 2033,
    holder: 'NORA VALE',
    token: '9f00',
    expired: false,
    ...overrides,
  }
}

export const CARD_VIEW: Extract<FormView, { kind: 'card' }> = {
  kind: 'card',
  savedCards: [],
  selectedCard: null,
  onlySelected: false,
  holder: '',
  needsCode: true,
  extra: null,
  afterShop: [],
  canSave: false,
  confirmBefore: null,
  onlyBrand: null,
}

export const CLARIFICATION_VIEW: Extract<FormView, { kind: 'clarification' }> = {
  kind: 'clarification',
  remaining: {
    avs_data: ['avs_post_code', 'avs_street_address'],
    customer: ['billing.postal', 'billing.country', 'day_of_birth', 'email', 'billing.city'],
  },
  accepted: {},
  refused: [],
  expiresAt: FORM_NOW + 28 * 60_000 + 51_000,
  phoneEnd: '67',
  code: null,
}

export const RESULT_VIEW: ResultView = {
  kind: 'result',
  outcome: 'success',
  code: '0',
  paymentId: 'Shop-2031',
  at: FORM_NOW,
  moved: { amount: 4650, currency: 'EUR' },
  card: { number: '400000******7006', brand: 'visa' },
  attempts: null,
  returnTo: { url: 'https://shop.test/done', enabled: 2, mode: 'parent_page' },
}

const WALLET = { path: 'wallet/bybit', name: 'Bybit', mark: 'wallet', step: 'qr' } as const

/** The views of a form that offers more than cards. */
export const METHOD_VIEWS: readonly FormView[] = [
  {
    kind: 'methods',
    card: true,
    savedCards: [aSavedCard()],
    methods: [
      WALLET,
      ...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(
        (name) => ({ ...WALLET, path: `banks/${name}`, name, mark: 'bank', step: 'none' }) as const,
      ),
    ],
    unknown: 'walet',
    confirmBefore: FORM_NOW + 60_000,
  },
  {
    ...WALLET,
    kind: 'method',
    code: 'bybit',
    fields: [
      { path: 'customer.first_name', required: true, value: '' },
      { path: 'customer.last_name', required: true, value: '' },
      { path: 'account.bank_id', required: true, value: '', choices: [['1', 'Larkfield Savings']] },
    ],
    confirmBefore: null,
  },
  ...(['redirect', 'qr', 'instructions', 'app'] as const).map((step): FormView => ({
    ...{ kind: 'provider', name: 'Bybit', mark: 'wallet', step, place: 'new_tab', path: '/provider/a/b' },
    url: 'http://127.0.0.1:8802/provider/pay-1/0123456789abcdef0123456789abcdef',
    lines: step === 'app' ? [] : [{ title: 'bankName', data: 'Larkfield Savings' }],
    expiresAt: FORM_NOW + 3_600_000,
  })),
  {
    ...CLARIFICATION_VIEW,
    remaining: { additional_data: ['otp_code'] },
    code: { resendAt: FORM_NOW, isDue: true },
    sent: { by: 'UPaisa', code: '123456' },
  },
]
