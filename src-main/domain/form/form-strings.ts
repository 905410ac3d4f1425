import type { ProblemReason } from './view'

/** What a field is called; several paths may share one name. */
export type FieldLabel =
  | 'email'
  | 'firstName'
  | 'middleName'
  | 'lastName'
  | 'dayOfBirth'
  | 'birthplace'
  | 'gender'
  | 'citizenship'
  | 'phone'
  | 'homePhone'
  | 'workPhone'
  | 'address'
  | 'street'
  | 'building'
  | 'district'
  | 'city'
  | 'state'
  | 'region'
  | 'regionCode'
  | 'province'
  | 'country'
  | 'postCode'
  | 'ssn'
  | 'iin'
  | 'docNumber'
  | 'docType'
  | 'docIssueDate'
  | 'docIssueBy'
  | 'docIssueCountry'
  | 'securityCode'
  | 'accountNumber'

/** Which address a field belongs to, said where one page asks for two of the same name. */
export type FieldOwner = 'card' | 'billing' | 'home' | 'delivery'

/** Groups of decline codes after which a customer can do the same (contract 4.5). */
export type DeclineReason =
  | 'funds'
  | 'limit'
  | 'cardData'
  | 'cardExpired'
  | 'issuer'
  | 'threeDSecure'
  | 'cancelled'
  | 'suspicious'
  | 'temporary'
  | 'late'
  | 'details'
  | 'merchant'
  | 'general'

/** Responses to an opening that the customer may see (contract 7.2). */
export type ErrorStatus = 400 | 404 | 414 | 500

/** Every text that a customer can see, in one language. */
export interface FormStrings {
  /** The language's own name. */
  readonly language: string
  readonly testBench: string
  /** The shop of a project that has no name. */
  readonly testShop: string
  readonly privacy: string
  readonly noScript: string
  readonly cards: string
  readonly form: {
    readonly payByCard: string
    readonly verifyCard: string
    readonly saveCard: string
    readonly receiveMoney: string
    readonly pay: (sum: string) => string
    readonly verify: string
    readonly save: string
    readonly receive: (sum: string) => string
    readonly payWithin: string
    readonly answerWithin: string
    readonly until: (time: string) => string
    readonly dayShort: string
    readonly cardNumber: string
    readonly expiry: string
    readonly expiryPattern: string
    readonly code: string
    readonly codeDigits: (count: number) => string
    /** Where the security code stands; American Express has it on the front. */
    readonly codeOnBack: string
    readonly codeOnFront: string
    readonly acceptedCards: string
    readonly holder: string
    readonly saveForNextTime: string
    readonly savedCards: string
    readonly otherCard: string
    readonly removeCard: (card: string) => string
    readonly removeQuestion: (card: string) => string
    readonly remove: string
    readonly keep: string
    readonly expiredCard: string
    readonly validUntil: (expiry: string) => string
    readonly onlyBrand: (brand: string) => string
    readonly optional: string
    readonly choose: string
    readonly yes: string
    readonly no: string
    readonly male: string
    readonly female: string
    readonly datePattern: string
    /** Names the part of the page with shop, sum and purpose. */
    readonly summary: string
    readonly back: string
    readonly close: string
    /** Where a page of its own has no address to go back to. */
    readonly closePage: string
  }
  readonly details: { readonly title: string; readonly submit: string }
  readonly waiting: { readonly title: string; readonly text: string }
  readonly challenge: {
    readonly title: string
    readonly onPage: string
    readonly inTab: string
    readonly open: string
  }
  readonly clarification: {
    readonly title: string
    readonly text: string
    readonly again: string
    /** Below the field of a one-time code; `digits` null where no phone number is known. */
    readonly codeSent: (digits: string | null) => string
    readonly submit: string
  }
  readonly result: {
    readonly paid: (sum: string) => string
    readonly paidText: (shop: string) => string
    /** What was moved is less than what was asked for, which is `sum`. */
    readonly partOf: (sum: string) => string
    readonly verified: string
    readonly verifiedText: string
    readonly saved: string
    readonly savedText: string
    readonly paidOut: (sum: string) => string
    readonly paidOutText: string
    readonly declined: (sum: string) => string
    readonly notVerified: string
    readonly notSaved: string
    readonly notCharged: string
    readonly reasons: Readonly<Record<DeclineReason, string>>
    /** Where no money is moved. */
    readonly pending: string
    readonly pendingSum: (sum: string) => string
    readonly pendingText: string
    readonly payment: string
    readonly date: string
    readonly card: string
    readonly purpose: string
    readonly tryAgain: string
    readonly giveUp: string
    readonly triesLeft: (count: number) => string
    readonly remaining: string
  }
  readonly expired: { readonly title: string; readonly text: string }
  readonly problems: Readonly<Record<ProblemReason, string>>
  readonly problemsTitle: (count: number) => string
  readonly fields: Readonly<Record<FieldLabel, string>>
  readonly owners: Readonly<Record<FieldOwner, string>>
  readonly notices: {
    readonly unreachable: string
    readonly retry: string
    readonly busy: string
    readonly shopRefused: string
    readonly shopSilent: string
  }
  readonly error: {
    readonly title: string
    readonly sentences: Readonly<Record<ErrorStatus, string>>
    readonly other: string
    readonly forDevelopers: string
  }
  readonly issuer: {
    readonly bank: string
    readonly simulated: string
    readonly title: string
    /** Where the code went; `digits` end the phone number, null where none is known. */
    readonly text: (digits: string | null) => string
    readonly code: string
    readonly hint: (code: string) => string
    readonly confirm: string
    readonly cancel: string
    readonly done: string
    readonly doneText: string
    readonly closeTab: string
    readonly continue: string
  }
}
