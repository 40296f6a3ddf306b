/** A text as the service compares it. */
export const canonical = (text: string): string => text.normalize('NFC').trim()

/** The same for what it compares in any letter case. */
export const anyCase = (text: string): string => canonical(text).toLowerCase()
