import { UsageError } from '../errors.ts'

/** How a file writes its dates, such as `dd.MM.yyyy`. */
export interface DateForm {
  /** The form as the operator gave it. */
  readonly form: string
  /** The date-time of the contract, `none` for a date that stands for no date, undefined if it is no date. */
  read(text: string): string | undefined
}

/** What stands for "no date". */
export const NO_DATE = 'none'

/** Years that databases use for "never" and "not known". */
const PLACEHOLDER = /^(0000-00-00|9999-12-31)/

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Each letter, how often it may be repeated, and the part of a date that it stands for. */
const LETTERS = {
  y: { part: 'year', lengths: [2, 4] },
  M: { part: 'month', lengths: [1, 2, 3] },
  d: { part: 'day', lengths: [1, 2] },
  H: { part: 'hour', lengths: [1, 2] },
  h: { part: 'hour', lengths: [1, 2] },
  m: { part: 'minute', lengths: [1, 2] },
  s: { part: 'second', lengths: [1, 2] },
  a: { part: 'half', lengths: [1] },
} as const

const LETTER_RUN = /(?<letters>([A-Za-z])\2*)|(?<literal>[^A-Za-z]+)/g

/** A form of at most this length is compiled into a pattern. */
const MAX_FORM = 40
/** A longer text is no date. */
const MAX_DATE = 60

/**
 * The form of the dates in a file: `yyyy` or `yy`, `MM`, `M` or `MMM`, `dd` or `d`, and for a time `HH` or
 * `hh` with `a`, `mm`, `ss`. A single letter also reads two digits.
 *
 * @throws UsageError for a form without a year, a month and a day, and for unknown letters
 */
export function dateFormOf(form: string): DateForm {
  const parts: string[] = []
  if (form.length > MAX_FORM) throw formError(form, `it has over ${MAX_FORM} characters`)
  const pattern = form.replaceAll(LETTER_RUN, (run, letters: string | undefined) => {
    if (letters === undefined) return run.replaceAll(/[^\w\s]/g, String.raw`\$&`)
    const known = Object.entries(LETTERS).find(([letter]) => letters.startsWith(letter))?.[1]
    if (!known?.lengths.some((length) => length === letters.length))
      throw formError(form, `${letters} stands for nothing`)
    if (parts.includes(known.part)) throw formError(form, `it names the ${known.part} twice`)
    parts.push(known.part)
    return `(?<${known.part}>${patternOf(letters)})`
  })
  const missing = ['year', 'month', 'day'].find((part) => !parts.includes(part))
  if (missing !== undefined) throw formError(form, `it has no ${missing}`)
  if (/h/.test(form) !== parts.includes('half')) throw formError(form, 'hh and a belong together')
  const matcher = new RegExp(`^${pattern}$`, 'i')
  return {
    form,
    read(text) {
      if (text.length > MAX_DATE) return undefined
      const found = matcher.exec(text)?.groups
      return PLACEHOLDER.test(text) ? NO_DATE : found && dateTimeOf(found)
    },
  }
}

function patternOf(letters: string): string {
  if (letters === 'MMM') return MONTHS.join('|')
  if (letters === 'a') return '[ap]\\.?m\\.?'
  return letters.length === 1 ? '\\d{1,2}' : `\\d{${letters.length}}`
}

const formError = (form: string, why: string) =>
  new UsageError(
    `date-format can't be ${JSON.stringify(form)}: ${why}. Write yyyy or yy for the year, MM (12), M (3) ` +
      'or MMM (Dec) for the month, dd or d for the day, and for a time HH:mm:ss, or hh:mm a for AM or PM, ' +
      'such as dd.MM.yyyy.',
  )

/** The parts of a date as RFC 3339, in UTC; undefined for a day or a time that does not exist. */
function dateTimeOf(parts: Readonly<Record<string, string>>): string | undefined {
  const { year = '', month = '', day = '', hour = '0', minute = '0', second = '0', half } = parts
  const named = MONTHS.indexOf(month.toLowerCase()) + 1
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0)
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return undefined
  const date = [year.padStart(4, '20'), named || month, day].map((part) => String(part).padStart(2, '0'))
  const time = [hours, minute, second].map((part) => String(part).padStart(2, '0'))
  const text = `${date.join('-')}T${time.join(':')}Z`
  if (PLACEHOLDER.test(text)) return NO_DATE
  // `Date` takes the 30th of February for the 2nd of March, and 24:00 for the next day.
  const read = new Date(text)
  return Number.isNaN(read.getTime()) || read.toISOString().replace('.000', '') !== text ? undefined : text
}

/** The same form with day and month exchanged, if both are numbers. */
export function exchanged({ form }: DateForm): DateForm | undefined {
  if (form.includes('MMM')) return undefined
  return dateFormOf(form.replaceAll(/[dM]/g, (letter) => (letter === 'd' ? 'M' : 'd')))
}
