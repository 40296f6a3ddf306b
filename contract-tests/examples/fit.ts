import type { Exampled } from './examples.ts'
import type { Answer } from './send.ts'

/** What of a request its answer refers to. */
export interface Asked {
  /** The path as it was sent. */
  readonly target: string
  /** What stood in it, by name. */
  readonly path: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

type Rule = (value: string, asked: Asked, answer: Answer, operation: Exampled) => boolean

/** What the headers of a success have to do with its request and its body; their schemas can't say it. */
const RULES: Readonly<Record<string, Rule>> = {
  link: (value, { target }) => {
    const next = /^<([^<>]+)>; rel="next"$/.exec(value)?.[1]
    return next !== undefined && new URL(next, 'http://x').pathname === target
  },
  'x-total-count': (value, { query }, { headers, body }) => {
    const shown = Array.isArray(body) ? body.length : 0
    const isWhole = !headers.has('link') && query['offset'] === undefined && query['cursor'] === undefined
    return isWhole ? Number(value) === shown : Number(value) >= shown
  },
  'preference-applied': (value, { headers }) => {
    const asked = namesIn(headerOf(headers, 'prefer'))
    return namesIn(value).every((preference) => asked.includes(preference))
  },
  vary: (value, _asked, _answer, { parameters }) => {
    const known = parameters
      .filter((parameter) => parameter.in === 'header')
      .map(({ name }) => name.toLowerCase())
    return namesIn(value.toLowerCase()).every((name) => known.includes(name))
  },
  'x-resolved-by': (value, { body }) => {
    const [, course = '', user = ''] = /^course=(\w+); user=(\w+)$/.exec(value) ?? []
    const sent = Object.keys(body ?? {})
    return sent.includes(course) && sent.includes(user)
  },
}

/** Where a success does not fit the request that it answers: its record, its headers. */
export function misfits(operation: Exampled, asked: Asked, answer: Answer): string[] {
  if (answer.status >= 300) return []
  return [
    ...recordFaults(asked, answer),
    ...Object.entries(RULES).flatMap(([name, holds]) => {
      const value = answer.headers.get(name)
      return value === null || holds(value, asked, answer, operation)
        ? []
        : [`header ${name} is ${value}, which does not fit the request`]
    }),
  ]
}

/** The record is the one that the path asks for, or the one that `Location` leads to. */
function recordFaults({ path }: Asked, { headers, body }: Answer): string[] {
  const { id } = (Array.isArray(body) ? {} : (body ?? {})) as { id?: number | string }
  if (id === undefined || id === 0) return []
  const location = headers.get('location')
  if (location !== null)
    return location.endsWith(`/${id}/`) ? [] : [`the id is ${id}, and Location ${location}`]
  const { id: wanted = id } = path as { id?: number | string }
  return `${wanted}` === `${id}` ? [] : [`the id is ${id}, and ${wanted} was asked for`]
}

const namesIn = (list: string): string[] => list.split(/\s*,\s*/).filter((name) => name !== '')

function headerOf(headers: Readonly<Record<string, string>>, name: string): string {
  const [, value = ''] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return value
}
