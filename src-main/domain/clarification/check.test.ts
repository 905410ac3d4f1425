import { describe, expect, it } from 'vitest'
import { findField } from './catalogue'
import { checkValue, type ValueProblem } from './check'

const today = '2031-04-09'

function check(path: string, value: unknown, country?: string): ValueProblem | null {
  const [key = '', ...name] = path.split('.')
  const field = findField(key, name.join('.'))
  if (field === null) throw new Error(`${path} is not in the catalogue`)
  return checkValue(field, value, { today, ...(country === undefined ? {} : { country }) })
}

describe('a value', () => {
  it.each<[path: string, value: unknown]>([
    ['avs_data.avs_post_code', 'SW1A 1AA'],
    ['avs_data.avs_post_code', '10115-001'],
    ['avs_data.avs_post_code', ' 00000 '],
    ['avs_data.avs_street_address', '12 Harbour Road; flat 3'],
    ['customer.email', 'nora+shop@mail.example.co'],
    ['customer.first_name', 'Ñandú'],
    ['customer.first_name', '  Nora  '],
    ['customer.day_of_birth', '29-02-2028'],
    ['customer.day_of_birth', '09-04-2031'],
    ['customer.billing.country', 'GB'],
    ['customer.billing.city', 'x'.repeat(256)],
    ['customer.billing.city', ` ${'é'.repeat(256)} `],
    ['customer.billing.city', '😀'.repeat(256)],
    ['customer.billing.canadian_province', 'YT'],
    ['customer.phone', '1234'],
    ['customer.ssn', 1234],
    ['customer.ssn', '0123'],
    ['customer.ip_address', '2001:db8::7'],
    ['customer.security_code', '1234'],
    ['customer.security_code', '12345678'],
    ['customer.color_depth', '24'],
    ['customer.color_depth', 24],
    ['customer.java_enabled', false],
    ['customer.timezone_offset', 0],
    ['customer.account.purchase_number', 9999],
    ['customer.shipping.type', '09'],
    ['customer.mpi_result.acs_operation_id', '3F2B8C1E-6A54-4D0F-9B7E-1C2D3E4F5A6B'],
    ['customer.account.date', '01-01-2040'],
  ])('of %s may be %j', (path, value) => {
    expect(check(path, value)).toBeNull()
  })

  it.each<[path: string, value: unknown, code: string, constraint: string]>([
    ['avs_data.avs_post_code', '!!', '3002', 'pattern'],
    ['avs_data.avs_post_code', '1'.repeat(17), '3002', 'maxLength'],
    ['avs_data.avs_post_code', 12345, '3002', 'type'],
    ['avs_data.avs_street_address', 'x'.repeat(256), '3004', 'maxLength'],
    ['customer.email', 'nora', '2426', 'format'],
    ['customer.email', 'nora@localhost', '2426', 'format'],
    ['customer.email', 'nora@a@b.c', '2426', 'format'],
    ['customer.email', '@example.com', '2426', 'format'],
    ['customer.email', 'no ra@example.com', '2426', 'format'],
    ['customer.email', 'nora@example..com', '2426', 'format'],
    ['customer.email', `${'x'.repeat(250)}@example.com`, '2426', 'maxLength'],
    ['customer.first_name', ['Nora'], '2004', 'type'],
    ['customer.first_name', 'x'.repeat(256), '2004', 'maxLength'],
    ['customer.day_of_birth', '1988-05-24', '2609', 'pattern'],
    ['customer.day_of_birth', '4-5-1988', '2609', 'pattern'],
    ['customer.day_of_birth', '29-02-2027', '2609', 'format'],
    ['customer.day_of_birth', '29-02-1900', '2609', 'format'],
    ['customer.day_of_birth', '31-04-1988', '2609', 'format'],
    ['customer.day_of_birth', '24-13-1988', '2609', 'format'],
    ['customer.day_of_birth', '00-05-1988', '2609', 'format'],
    ['customer.day_of_birth', '10-04-2031', '2609', 'maximum'],
    ['customer.billing.country', 'ie', '2610', 'pattern'],
    ['customer.billing.country', 'IRL', '2610', 'pattern'],
    ['customer.billing.country', 'UK', '2610', 'enum'],
    ['customer.billing.city', 'x'.repeat(257), '2611', 'maxLength'],
    ['customer.billing.postal', 'x'.repeat(17), '3002', 'maxLength'],
    ['customer.billing.address', 'x'.repeat(513), '2004', 'maxLength'],
    ['customer.billing.canadian_province', 'XX', '502', 'enum'],
    ['customer.phone', '+353871234511', '502', 'pattern'],
    ['customer.phone', '123', '502', 'minLength'],
    ['customer.phone', '1'.repeat(25), '502', 'maxLength'],
    ['customer.phone', 353871234511, '502', 'type'],
    ['customer.zip', '12345678901', '3002', 'maxLength'],
    ['customer.ssn', 123, '502', 'pattern'],
    ['customer.ssn', '12345', '502', 'pattern'],
    ['customer.ssn', true, '502', 'type'],
    ['customer.gender', 'Female', '502', 'enum'],
    ['customer.ip_address', '256.1.1.1', '502', 'format'],
    ['customer.security_code', '123', '502', 'minLength'],
    ['customer.security_code', '12345a', '502', 'pattern'],
    ['customer.security_code', '١٢٣٤', '502', 'pattern'],
    ['customer.color_depth', 1.5, '502', 'type'],
    ['customer.color_depth', -1, '502', 'minimum'],
    ['customer.java_enabled', 'true', '502', 'type'],
    ['customer.timezone_offset', {}, '502', 'type'],
    ['customer.account.activity_year', 1000, '502', 'maximum'],
    ['customer.account.date', '31-02-2029', '502', 'format'],
    ['customer.shipping.type', '10', '502', 'pattern'],
    ['customer.mpi_result.acs_operation_id', '3f2b8c1e6a544d0f9b7e1c2d3e4f5a6b', '502', 'pattern'],
    ['customer.mpi_result.authentication_timestamp', '20310409162', '502', 'minLength'],
    ['account.number', 12, '2004', 'type'],
  ])('of %s is refused when it is %j', (path, value, code, constraint) => {
    expect(check(path, value)).toMatchObject({ code, constraint })
  })

  it('of white space only counts as missing, whatever the field', () => {
    for (const blank of ['', ' ', '\t\r\n', '\u00a0', null, undefined]) {
      expect(check('customer.email', blank)).toMatchObject({ code: '2004', constraint: 'required' })
      expect(checkValue(null, blank, { today })).toMatchObject({ code: '2004', constraint: 'required' })
    }
  })

  it('of a region code needs its country', () => {
    expect(check('customer.billing.region_code', 'L')).toMatchObject({ code: '502', constraint: 'required' })
    expect(check('customer.billing.region_code', 'L', 'IE')).toBeNull()
    expect(check('customer.billing.region_code', 'LEIN', 'IE')).toMatchObject({ constraint: 'pattern' })
  })

  it('of a surname has a British code of its own', () => {
    expect(check('customer.last_name', 'x'.repeat(256), 'IE')?.code).toBe('2004')
    expect(check('customer.last_name', 'x'.repeat(256), 'GB')?.code).toBe('3003')
  })

  it('of a free name may be any text, number or boolean', () => {
    for (const value of ['x', 0, false, -1.5]) expect(checkValue(null, value, { today })).toBeNull()
    for (const value of [{}, [], Number.NaN]) {
      expect(checkValue(null, value, { today })).toMatchObject({ code: '502', constraint: 'type' })
    }
  })
})
