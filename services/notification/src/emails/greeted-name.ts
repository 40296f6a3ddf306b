/** Longer names than this are no names that somebody is greeted by. */
const MAX_LENGTH = 60
/** Programs take more digits for a telephone number. */
const MAX_DIGITS = 3

/** Characters of names. All that web and e-mail addresses need besides, such as / : @ and _, is missing. */
const NAME = /^[\p{L}\p{M}\p{Nd}\p{Zs}.\u3002'’‘ʼ"“”„«»(),&·・\-‐‑–—]*$/u
/** Two letters or digits behind a dot can be a domain. An initial is none: `J.R. Smith`. */
const DOMAIN = /[.\u3002](?=[\p{L}\p{M}\p{Nd}]{2})/u
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/**
 * The name by which an e-mail greets a person: "" for one that is long, or has anything that mail programs
 * show as a link. Somebody who may choose names could send links in our name otherwise.
 */
export function greetedName(firstName: string): string {
  // Programs read fullwidth letters and dots as the plain ones, and do not see what is invisible.
  const read = firstName.normalize('NFKC').replaceAll(INVISIBLE, '')
  const digits = read.match(/\p{Nd}/gu)?.length ?? 0
  const isName =
    firstName.length <= MAX_LENGTH && digits <= MAX_DIGITS && NAME.test(read) && !DOMAIN.test(read)
  return isName ? firstName : ''
}
