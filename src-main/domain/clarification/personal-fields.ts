import * as rules from '#domain/api/rules'
import { fieldRows, type RequestableField } from './requestable-field'

const PHONE = rules.digits(4, 24)
/** The form parameter that holds both of these phone numbers. */
const INFO = 'customer_account_info'

/** Who the customer is, and the billing address (contract 5.8). */
export const PERSONAL_FIELDS: readonly RequestableField[] = [
  ...fieldRows({ key: 'avs_data', group: 'avs' }, [
    ['avs_post_code', 'avs_post_code', rules.postCode, '3002', 'Post code of the cardholder', 'D02 X285'],
    [
      'avs_street_address',
      'avs_street_address',
      rules.text(255),
      '3004',
      'House number and street of the cardholder',
      '12 Harbour Road',
    ],
  ]),
  ...fieldRows({ key: 'customer', group: 'customer' }, [
    ['email', 'customer_email', rules.email, '2426', 'E-mail address', 'nora.vale@example.com'],
    ['first_name', 'customer_first_name', rules.text(255), '2004', 'First name', 'Nora'],
    ['last_name', 'customer_last_name', rules.text(255), '2004', 'Last name', 'Vale'],
    ['day_of_birth', 'customer_day_of_birth', rules.date(true), '2609', 'Date of birth', '24-05-1988'],
  ]),
  ...fieldRows({ key: 'customer', group: 'billing' }, [
    [
      'billing.address',
      'billing_address',
      rules.text(512),
      '2004',
      'Billing street and house number',
      '12 Harbour Road',
    ],
    ['billing.city', 'billing_city', rules.text(256), '2611', 'Billing city', 'Dublin'],
    ['billing.country', 'billing_country', rules.country, '2610', 'Billing country', 'IE'],
    ['billing.postal', 'billing_postal', rules.text(16), '3002', 'Billing post code', 'D02 X285'],
    ['billing.region', 'billing_region', rules.text(255), '2004', 'Billing region', 'Leinster'],
    ['billing.region_code', 'billing_region_code', rules.regionCode, '502', 'Billing region code', 'L'],
    [
      'billing.canadian_province',
      null,
      rules.oneOf(['ON', 'BC', 'AB', 'MB', 'SK', 'QC', 'NS', 'NB', 'NF', 'PE', 'NT', 'NU', 'YT']),
      '502',
      'Billing province in Canada',
      'ON',
    ],
  ]),
  ...fieldRows({ key: 'customer', group: 'customer' }, [
    ['middle_name', 'customer_middle_name', rules.text(255), '2004', 'Middle name', 'Maeve'],
    ['phone', 'customer_phone', PHONE, '502', 'Phone number with country code, without +', '353871234511'],
    ['home_phone', INFO, PHONE, '502', 'Home phone number with country code, without +', '35318765432'],
    ['work_phone', INFO, PHONE, '502', 'Work phone number with country code, without +', '35319876543'],
    ['country', 'customer_country', rules.country, '2610', 'Country of residence', 'IE'],
    ['state', 'customer_state', rules.text(256), '2004', 'State or county', 'Leinster'],
    ['city', 'customer_city', rules.text(256), '2611', 'City of residence', 'Dublin'],
    ['district', null, rules.text(255), '2004', 'District', 'Dublin 2'],
    ['street', 'customer_street', rules.text(255), '2004', 'Street', 'Harbour Road'],
    ['building', null, rules.text(255), '2004', 'House number', '12'],
    ['address', 'customer_address', rules.text(), '2004', 'Street and house number', '12 Harbour Road'],
    ['zip', 'customer_zip', rules.text(10), '3002', 'Post code of residence', 'D02 X285'],
    ['birthplace', 'customer_birthplace', rules.text(255), '2004', 'Place of birth', 'Cork'],
    [
      'ssn',
      'customer_ssn',
      rules.digitNumber(4),
      '502',
      'Last four digits of the US social security number',
      1234,
    ],
    ['gender', null, rules.oneOf(['male', 'female']), '502', 'Gender', 'female'],
    ['citizenship', null, rules.text(255), '502', 'Citizenship', 'IE'],
    ['iin', null, rules.text(255), '502', 'Individual identification number', '880524400123'],
    ['person_type', null, rules.text(255), '502', 'Natural or legal person', 'natural'],
    ['identification_level', null, rules.text(255), '502', 'How well the customer is identified', 'full'],
  ]),
  ...fieldRows({ key: 'customer', group: 'document' }, [
    ['identify.doc_number', 'identify_doc_number', rules.text(255), '2004', 'Document number', 'PX4471208'],
    ['identify.doc_type', 'identify_doc_type', rules.text(255), '2004', 'Document type', 'passport'],
    ['identify.doc_issue_date', null, rules.text(255), '2004', 'Date of issue', '01-02-2029'],
    ['identify.doc_issue_by', null, rules.text(255), '2004', 'Issuing authority', 'Passport Office'],
    ['identify.doc_issue_country', null, rules.text(255), '2004', 'Country of issue', 'IE'],
  ]),
  ...fieldRows({ key: 'customer', group: 'code' }, [
    [
      'security_code',
      'customer_security_code',
      rules.digits(4, 8),
      '502',
      'One-time code that the customer received',
      '123456',
    ],
  ]),
  ...fieldRows({ key: 'account', group: 'account' }, [
    [
      'number',
      'customer_account_number',
      rules.text(),
      '2004',
      'Bank account or wallet',
      'IE29AIBK93115212345678',
    ],
  ]),
]
