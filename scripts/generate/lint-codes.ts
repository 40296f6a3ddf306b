import { iso31661, iso31662 } from 'iso-3166'
import type { OpenApiDocument } from './document.ts'

/** INCITS 38 abbreviates as ISO 3166-2 does, and adds the freely associated states, which ISO 3166-1 has as countries. */
const freelyAssociated = ['FM', 'MH', 'PW']

/** The countries and states of the contract against a kept data set (decision R19); "" stands for unset. */
export function faultsOfCodes(document: OpenApiDocument): string[] {
  const countries = iso31661.map(({ alpha2 }) => alpha2)
  const states = iso31662.filter(({ parent }) => parent === 'US').map(({ code }) => code.slice('US-'.length))
  return [
    ...differences(document, 'Country', ['', ...countries]),
    ...differences(document, 'State', ['', ...states, ...freelyAssociated]),
  ]
}

function differences(document: OpenApiDocument, name: string, expected: string[]): string[] {
  const { enum: actual = [] } = document.components.schemas?.[name] as { enum?: string[] }
  return [
    ...expected.filter((code) => !actual.includes(code)).map((code) => `${name} lacks ${code}`),
    ...actual
      .filter((code) => !expected.includes(code))
      .map((code) => `${name} has ${code}, which no list knows`),
  ]
}
