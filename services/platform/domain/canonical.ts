import { domainToASCII } from 'node:url'

/**
 * The forms of texts that are compared: the same text can be sent in several ways, and people can't see the
 * difference. The contract names the form of a field or parameter with `x-canonical`; requests are brought
 * into it when they are validated, so that the same form is stored, compared and looked up.
 */
export const CANONICAL_FORMS = {
  /** External ids and login names. */
  identifier: canonicalIdentifier,
  /** Names of courses, groups, service accounts and people. */
  name: canonicalName,
  email: canonicalEmail,
  /** Tags of languages. */
  language: canonicalLanguage,
  /** Other texts of one line, whose control characters the contract rejects. */
  line: (text) => toText(/\p{Control}/u.test(text) ? text : text.trim()),
  /** Other texts of several lines. */
  text: (text) => toText(text.trim()),
} satisfies Record<string, (text: string) => Canonical>

export type CanonicalForm = keyof typeof CANONICAL_FORMS

export type Canonical =
  | { readonly kind: 'text'; readonly text: string }
  /** `rule` completes a sentence that begins with the name of the field. */
  | { readonly kind: 'fault'; readonly rule: string }

/**
 * How many UTF-16 units of a text may become one character of its canonical form: a letter with the three
 * marks that NFC can compose with it. Limits what is normalized, whose cost can grow with the square of the
 * length.
 */
export const MAX_UNITS_PER_CHARACTER = 4

/**
 * The form in which login names and e-mail addresses are compared, case-insensitively. Two conversions to
 * lower case with one to upper case between them bring together what one conversion leaves apart: ß and SS,
 * the two forms of the small sigma. The dot above is removed from i, because a Turkish İ becomes an i with a
 * dot, and because each of the four letters i, ı, I and İ is another case of the next one in some language.
 */
export const foldCase = (text: string): string =>
  text.toLowerCase().toUpperCase().toLowerCase().replaceAll('i\u0307', 'i').normalize('NFC')

/** The form in which names are compared: joiners and variation selectors can't be seen, and are ignored. */
export const comparedName = (name: string): string =>
  name.replaceAll(/[\u200C\u200D\p{Variation_Selector}]/gu, '')

/** Zero-width, bidirectional and other characters that can't be seen. */
const INVISIBLE = /[\p{Format}\p{Default_Ignorable_Code_Point}]/u
/**
 * Signs that join two consonants, in the scripts in which a joiner after them chooses the form of the letter.
 */
const VIRAMA = String.raw`\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1039\u17D2`
/** Where a name needs the joiners U+200C and U+200D. */
const NEEDED_JOINER = [
  // Between letters, as in Persian and Hindi.
  String.raw`(?<=[\p{Letter}\p{Mark}])[\u200C\u200D](?=[\p{Letter}\p{Mark}])`,
  // At the end of a word, as in Malayalam.
  String.raw`(?<=[${VIRAMA}])[\u200C\u200D]`,
  // Within an emoji, as in 👩‍💻.
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})`,
].join('|')
/** The same in names, in which Japanese chooses the variant of a character with a variation selector. */
const INVISIBLE_IN_NAME = new RegExp(
  [
    String.raw`(?![\u200C\u200D\p{Variation_Selector}])[\p{Format}\p{Default_Ignorable_Code_Point}]`,
    String.raw`(?!${NEEDED_JOINER})[\u200C\u200D]`,
  ].join('|'),
  'u',
)
const CONTROL = /[\p{Control}\p{Line_Separator}\p{Paragraph_Separator}]/u
export const ASCII = /^[ -~]*$/
/**
 * `domainToASCII` would decode or cut off a domain that has one of these: `evil.org/é.example` would be
 * `evil.org`.
 */
const NOT_IN_DOMAIN = /(?![a-z0-9.-])[ -~]/i
const MAX_LOCAL_PART = 64

export function canonicalIdentifier(text: string): Canonical {
  return trimmed(text, INVISIBLE)
}

function canonicalName(text: string): Canonical {
  return trimmed(text, INVISIBLE_IN_NAME)
}

/** The domain in ASCII (xn--…), which every mail server understands. */
export function canonicalEmail(text: string): Canonical {
  const canonical = trimmed(text, INVISIBLE)
  if (canonical.kind === 'fault') return canonical
  const address = canonical.text
  const at = address.lastIndexOf('@')
  if (at < 0) return toText(address) // the pattern of the contract rejects it
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  if (!ASCII.test(local)) return toFault('must have only ASCII characters before the @')
  if (local.length > MAX_LOCAL_PART)
    return toFault(`must have at most ${MAX_LOCAL_PART} characters before the @`)
  if (ASCII.test(domain)) return toText(address)
  const asciiDomain = NOT_IN_DOMAIN.test(domain) ? '' : domainToASCII(domain)
  return asciiDomain === ''
    ? toFault('must have a valid domain after the @')
    : toText(`${local}@${asciiDomain}`)
}

/** As ECMA-402 defines it, which also replaces retired codes: `iw` becomes `he`. "" is no language. */
function canonicalLanguage(text: string): Canonical {
  const tag = text.trim()
  if (tag === '') return toText(tag)
  const found = languageOf(tag)
  return found === undefined
    ? toFault('must be a language as a BCP 47 tag such as de or pt-BR, or empty')
    : toText(found)
}

/** @returns the canonical form of a BCP 47 tag; undefined for any other text */
export function languageOf(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

const toText = (text: string): Canonical => ({ kind: 'text', text })
const toFault = (rule: string): Canonical => ({ kind: 'fault', rule })

/** Unicode NFC, without spaces at either end; no-break and other Unicode spaces included. */
function trimmed(text: string, invisible: RegExp): Canonical {
  if (CONTROL.test(text)) return toFault('must not contain control characters or line breaks')
  const normalized = text.normalize('NFC')
  const [character] = invisible.exec(normalized) ?? []
  // All that `trim` removes besides spaces is a fault.
  if (character === undefined) return toText(normalized.trim())
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return toFault(`must not contain the invisible character U+${code}`)
}
