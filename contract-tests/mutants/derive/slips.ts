import type { RecordedAnswer } from '../../answers/exchange.ts'
import { EACH, type How, type Slip } from './handlers.ts'

/** The answer with the mistake in it; the very same one when there is nothing to get wrong. */
export function slipped(answer: RecordedAnswer, slip: Slip): RecordedAnswer {
  switch (slip.kind) {
    case 'status':
      return { ...answer, status: slip.to }
    case 'body': {
      const { body: _body, ...rest } = answer
      return rest
    }
    case 'header': {
      const { [slip.name]: value, ...others } = answer.headers
      if (value === undefined) return answer
      return { ...answer, headers: slip.how === 'drop' ? others : { ...others, [slip.name]: `${value}0` } }
    }
    case 'field': {
      const body = inField(answer.body, slip.path, slip.how)
      return body === answer.body ? answer : { ...answer, body }
    }
  }
}

/** The same JSON with one field wrong, in every item of a list. */
export function inField(value: unknown, [key, ...rest]: readonly string[], how: How): unknown {
  if (key === EACH) {
    if (!Array.isArray(value)) return value
    const items = value.map((item) => inField(item, rest, how))
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  if (key === undefined || typeof value !== 'object' || value === null || !(key in value)) return value
  const fields = value as Record<string, unknown>
  if (rest.length > 0) {
    const inner = inField(fields[key], rest, how)
    return inner === fields[key] ? value : { ...fields, [key]: inner }
  }
  const { [key]: old, ...others } = fields
  switch (how) {
    case 'drop':
      return others
    case 'rename':
      return { ...others, [`${key}Renamed`]: old }
    case 'retype':
      return { ...fields, [key]: typeof old === 'boolean' ? { was: old } : true }
    case 'change':
      return { ...fields, [key]: changed(old) }
  }
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T/

/** Another value of the same type. */
function changed(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return DATE_TIME.test(value) ? `2001${value.slice(4)}` : `${value}0`
  if (Array.isArray(value)) return [...value, ...(value.length > 0 ? value.slice(0, 1) : [1])]
  return value === null ? 1 : { ...(value as object), changed: true }
}
