import * as rules from '#domain/api/rules'
import { type FieldGroup, type FieldRow, fieldRows, type RequestableField } from './requestable-field'

type RiskRow = readonly [name: string, value: FieldRow[2], hint: string, sample: FieldRow[5]]

/** Rows that the same form parameter, if any, supplies as a block; wrong values have the general code 502. */
const rowsOf = (group: FieldGroup, formParameter: string | null, rows: readonly RiskRow[]) =>
  fieldRows(
    { key: 'customer', group },
    rows.map(([name, value, hint, sample]): FieldRow => [name, formParameter, value, '502', hint, sample]),
  )

/** Facts about browser, delivery and shop account for fraud checks and 3-D Secure (contract 5.8). */
export const RISK_FIELDS: readonly RequestableField[] = [
  ...rowsOf('browser', null, [
    ['ip_address', rules.ipAddress, 'Address from which the customer connects', '203.0.113.7'],
    ['browser', rules.text(512), 'User agent of the browser', 'Mozilla/5.0'],
    ['screen_res', rules.text(), 'Screen resolution', '1920x1080'],
    ['language', rules.text(), 'Language of the browser', 'en-IE'],
    ['accept_header', rules.text(), 'Accept header of the browser', 'text/html,*/*'],
    ['color_depth', rules.integer(0), 'Bits per pixel', 24],
    ['java_enabled', rules.boolean, 'Whether the browser runs Java', false],
    ['js_enabled', rules.boolean, 'Whether the browser runs JavaScript', true],
    ['timezone_offset', rules.any, 'Minutes between local time and UTC', -60],
    ['timezone_name', rules.text(), 'Name of the time zone', 'Europe/Dublin'],
    ['device_type', rules.text(), 'Kind of device', 'desktop'],
    ['device_id', rules.text(), 'Identifier of the device', 'device-5'],
    ['session_id', rules.text(), 'Identifier of the browser session', 'session-5'],
  ]),
  ...rowsOf('shipping', 'customer_shipping', [
    ['shipping.type', rules.indicator, 'Where the goods are sent, as an indicator', '01'],
    ['shipping.delivery_time', rules.indicator, 'How soon the goods arrive, as an indicator', '02'],
    [
      'shipping.delivery_email',
      rules.email,
      'E-mail address for electronic delivery',
      'nora.vale@example.com',
    ],
    ['shipping.address_usage', rules.text(), 'When goods were first sent to the address', '11-03-2030'],
    ['shipping.address_usage_indicator', rules.indicator, 'How long the address has been in use', '03'],
    ['shipping.name_indicator', rules.indicator, 'Whether the recipient is the customer', '01'],
    ['shipping.city', rules.text(50), 'City of delivery', 'Dublin'],
    ['shipping.country', rules.country, 'Country of delivery', 'IE'],
    ['shipping.region_code', rules.regionCode, 'Region code of delivery', 'L'],
    ['shipping.address', rules.text(150), 'Street and house number of delivery', '12 Harbour Road'],
    ['shipping.postal', rules.text(16), 'Post code of delivery', 'D02 X285'],
    ['address_match', rules.boolean, 'Whether delivery and billing address are the same', true],
  ]),
  ...rowsOf('account-history', 'customer_account_info', [
    ['account.additional', rules.text(64), 'Further facts about the shop account', 'member'],
    ['account.date', rules.date(false), 'Day on which the shop account was opened', '04-01-2029'],
    ['account.change_date', rules.date(false), 'Day of the last change of the shop account', '17-08-2030'],
    ['account.pass_change_date', rules.date(false), 'Day of the last password change', '17-08-2030'],
    ['account.payment_age', rules.date(false), 'Day on which the card was saved', '05-01-2029'],
    ['account.purchase_number', rules.integer(0, 9999), 'Purchases in the last six months', 7],
    ['account.provision_attempts', rules.integer(0, 999), 'Attempts to save a card in the last day', 1],
    ['account.activity_day', rules.integer(0, 999), 'Payment attempts in the last day', 2],
    ['account.activity_year', rules.integer(0, 999), 'Payment attempts in the last year', 31],
    ['account.suspicious_activity', rules.indicator, 'Whether suspicious activity was seen', '01'],
    ['account.auth_method', rules.indicator, 'How the customer signed in', '02'],
  ]),
  ...rowsOf('account-history', 'customer_mpi_result', [
    [
      'mpi_result.acs_operation_id',
      rules.uuid,
      'Identifier of an earlier 3-D Secure check',
      '3f2b8c1e-6a54-4d0f-9b7e-1c2d3e4f5a6b',
    ],
    ['mpi_result.authentication_flow', rules.indicator, 'Flow of an earlier 3-D Secure check', '01'],
    [
      'mpi_result.authentication_timestamp',
      rules.digits(12, 12),
      'Time of an earlier 3-D Secure check, 12 digits',
      '203104091620',
    ],
  ]),
]
