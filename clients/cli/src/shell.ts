/** A word of a command that a person may paste into a POSIX shell: no character has a meaning of its own. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
