import { describe, expect, it } from 'vitest'
import { CLARIFICATION_PRESETS, FIELD_CATALOGUE, findField } from './catalogue'
import { checkValue } from './check'
import { countFields, flattenFields } from './fields'
import { requestProblem } from './request'

const today = '2031-04-09'

/** Every name that contract 5.8 lists, by key. */
const PRINTED = [
  'avs_data: avs_post_code avs_street_address',
  'customer: email first_name last_name day_of_birth billing.address billing.city billing.country billing.postal',
  'customer: billing.region billing.region_code billing.canadian_province middle_name phone home_phone work_phone',
  'customer: country state city district street building address zip birthplace ssn gender citizenship iin',
  'customer: person_type identification_level identify.doc_number identify.doc_type identify.doc_issue_date',
  'customer: identify.doc_issue_by identify.doc_issue_country ip_address security_code browser screen_res language',
  'customer: accept_header color_depth java_enabled js_enabled timezone_offset timezone_name device_type device_id',
  'customer: session_id shipping.type shipping.delivery_time shipping.delivery_email shipping.address_usage',
  'customer: shipping.address_usage_indicator shipping.name_indicator shipping.city shipping.country',
  'customer: shipping.region_code shipping.address shipping.postal account.additional account.date',
  'customer: account.change_date account.pass_change_date account.payment_age account.purchase_number',
  'customer: account.provision_attempts account.activity_day account.activity_year account.suspicious_activity',
  'customer: account.auth_method mpi_result.acs_operation_id mpi_result.authentication_flow',
  'customer: mpi_result.authentication_timestamp address_match',
  'account: number',
].flatMap((line) => {
  const [key = '', names = ''] = line.split(': ')
  return names.split(' ').map((name) => `${key}.${name}`)
})

describe('field catalogue', () => {
  it('contains every name of the contract exactly once and no others', () => {
    const paths = FIELD_CATALOGUE.map(({ key, name }) => `${key}.${name}`)
    expect(paths.toSorted()).toEqual(PRINTED.toSorted())
  })

  it.each(FIELD_CATALOGUE)('gives $key $name a valid sample and a hint', (field) => {
    expect(checkValue(field, field.sample, { today, country: 'IE' })).toBeNull()
    expect(field.hint).not.toBe('')
  })

  it('finds fields by key and name, but no member of the object prototype', () => {
    expect(findField('customer.billing.city')?.code).toBe('2611')
    expect(findField('customer.shoe_size')).toBeNull()
    expect(findField('__proto__.constructor')).toBeNull()
  })
})

describe('presets', () => {
  it('are the AVS pair, the eight and the twelve names, and the one-time code', () => {
    expect(CLARIFICATION_PRESETS.map(({ id, fields }) => [id, countFields(fields)])).toEqual([
      ['avs-pair', 2],
      ['standard-eight', 8],
      ['twelve-names', 12],
      ['one-time-code', 1],
    ])
  })

  it.each(CLARIFICATION_PRESETS)('request known names in a valid request: $id', ({ fields }) => {
    expect(requestProblem(fields)).toBeNull()
    for (const { path } of flattenFields(fields)) expect(findField(path)).not.toBeNull()
  })

  it('request the eight names in the order of the standard example', () => {
    expect(flattenFields(CLARIFICATION_PRESETS[1]?.fields ?? {}).map(({ path }) => path)).toEqual([
      ...['customer.email', 'customer.first_name', 'customer.last_name', 'customer.billing.address'],
      ...['customer.billing.city', 'customer.billing.country', 'customer.billing.postal'],
      'customer.day_of_birth',
    ])
  })
})
