/**
 * A word of a command that a person may paste into a POSIX shell or zsh: no character has a meaning of its
 * own. zsh replaces a word that begins with `=` by the path of a command.
 */
export const shellWord = (text: string): string =>
  /^[\w@%+:,./-][\w@%+=:,./-]*$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
