/** The form in which the service compares a text. */
export const canonical = (text: string): string => text.normalize('NFC').trim()

/** The same for texts that it compares case-insensitively. */
export const anyCase = (text: string): string => canonical(text).toLowerCase()
