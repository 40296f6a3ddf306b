import document from '../../../platform/contract/generated/openapi.json' with { type: 'json' }
import { EXTENSION_SCHEMA, GROUP_SCHEMA, USER_SCHEMA } from './attributes.ts'

/** An attribute as SCIM describes it (RFC 7643, section 7). */
interface Attribute {
  readonly name: string
  readonly type: 'string' | 'boolean' | 'complex'
  readonly multiValued: boolean
  readonly description: string
  readonly required: boolean
  readonly caseExact: boolean
  readonly mutability: 'readWrite' | 'readOnly' | 'immutable'
  readonly returned: 'default' | 'request'
  readonly uniqueness: 'none' | 'server'
  /** The values that are accepted. */
  readonly canonicalValues?: readonly string[]
  readonly subAttributes?: readonly Attribute[]
}

const attribute = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

const complex = (
  name: string,
  description: string,
  subAttributes: readonly Attribute[],
  more: Partial<Attribute> = {},
): Attribute => attribute(name, description, { type: 'complex', subAttributes, ...more })

const required = { required: true }
/** The codes that the contract has; unset is `""` there. */
const codes = ({ enum: values }: { enum: readonly string[] }) => ({
  canonicalValues: values.filter((code) => code !== ''),
  caseExact: true,
})
const { Country, State } = document.components.schemas
const work = { canonicalValues: ['work'] }
const readOnly = { mutability: 'readOnly' } as const
const several = { multiValued: true }

/** Exactly what is stored. */
export const SCHEMAS = [
  {
    id: USER_SCHEMA,
    name: 'User',
    description: 'User account',
    attributes: [
      attribute('userName', 'The login name, compared whatever the letter case.', {
        ...required,
        uniqueness: 'server',
      }),
      complex(
        'name',
        'The name of the person.',
        [
          attribute('givenName', 'The given name, used in the greeting of e-mails; may be empty.'),
          attribute('familyName', 'The family name; may be empty if there is a given name.'),
        ],
        required,
      ),
      attribute('preferredLanguage', 'The language of e-mails, as a BCP 47 tag such as de.'),
      attribute('active', 'Whether the user has not ended.', { type: 'boolean' }),
      complex(
        'emails',
        'One address is stored: the primary one, otherwise the one of type work.',
        [
          attribute('value', 'The address for e-mails about registrations.', required),
          attribute('type', 'Always work.', work),
          attribute('primary', 'Always true.', { type: 'boolean' }),
        ],
        { ...several, ...required },
      ),
      complex(
        'addresses',
        'One address is stored: the primary one, otherwise the one of type work.',
        [
          attribute('streetAddress', 'One or two lines.'),
          attribute('locality', 'The city.'),
          attribute('region', 'The two letters of a US state or territory.', codes(State)),
          attribute('postalCode', 'The postal code.'),
          attribute('country', 'The ISO 3166-1 alpha-2 code.', codes(Country)),
          attribute('type', 'Always work.', work),
        ],
        several,
      ),
    ],
  },
  {
    id: EXTENSION_SCHEMA,
    name: 'RollcallUser',
    description: 'Custom fields of a user',
    attributes: [
      attribute('ovFormWithInput12', 'Free text of up to 4000 characters.', { caseExact: true }),
      attribute('workSettingsOtherSpecify', 'Free text of up to 4000 characters.', { caseExact: true }),
      attribute('workSettingsPrivateIndustryExcept', 'A yes or no as text, such as true.', {
        caseExact: true,
      }),
    ],
  },
  {
    id: GROUP_SCHEMA,
    name: 'Group',
    description: 'Group, created by an operator',
    attributes: [
      attribute('displayName', 'The name. Several groups can have the same name.', readOnly),
      complex(
        'members',
        'The users who are in the group directly, shown on request.',
        [
          attribute('value', 'The id of the user.', {
            ...required,
            mutability: 'immutable',
            caseExact: true,
          }),
          attribute('type', 'Always User.', { mutability: 'immutable' }),
        ],
        { ...several, returned: 'request' },
      ),
    ],
  },
] as const

export const RESOURCE_TYPES = [
  {
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'User account',
    schema: USER_SCHEMA,
    schemaExtensions: [{ schema: EXTENSION_SCHEMA, required: false }],
  },
  {
    id: 'Group',
    name: 'Group',
    endpoint: '/Groups',
    description: 'Group, created by an operator',
    schema: GROUP_SCHEMA,
    schemaExtensions: [],
  },
] as const
